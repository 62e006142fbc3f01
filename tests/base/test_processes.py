"""Ctrl-C is for the process that asks, never for those that work for it."""

import signal

from rulelang.base.processes import block_interrupts, map_unordered


def blocked(number: int) -> tuple[int, bool, bool]:
    """The task, whether Ctrl-C was kept out from the start, and whether it is ignored by now."""
    kept_out = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return number, kept_out, signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_processes_cannot_be_interrupted_even_while_they_start():
    done = list(map_unordered(blocked, [(number,) for number in range(6)], 2))
    assert sorted(done) == [(number, True, True) for number in range(6)]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_signal_that_comes_meanwhile_is_heard_afterwards():
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with block_interrupts():
            signal.raise_signal(signal.SIGINT)
            assert not heard
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)
