"""Games and matches as Python sees them: load, play, view, log, record, trace, sample."""
