"""The text of an action in the log: told wherever everybody knows what it reads, and nowhere else."""

from rulelang import load

GAME = """rules 1
game "Spaces" for 2 players
enum Space: shop, toll
piece Card(rank: 1..9) in deck: 2 each
zone deck: pile of Card, hidden
zone hand[Seat]: set of Card, owner
var dial[Seat]: 1..9 = 1, owner
setup:
  shuffle deck
  for p in seats:
    deal 2 from deck to hand[p]
    p secretly chooses n from 1..9 "Set your dial"
    dial[p] = n
menu Land(p: Seat, here: Space, price: Int):
  buy(n in 1..2) "Buy {n} in the {here} for {price}": nothing
  leave "Leave the {here}": nothing
menu Turn(p: Seat, secret: Int):
  tell "My dial says {secret}": nothing
  quiet "Nothing": nothing
step visit(p: Seat, here: Space, price: Int):
  p chooses from Land(p, here, price) "What now?"
step whisper(p: Seat, secret: Int):
  p chooses from Turn(p, secret) "Tell?"
play:
  for p in seats: run visit(p, toll, 2 * p.number)
  for p in seats: run whisper(p, dial[p])
winner p: most p.number
"""


def labels(path, seat):
    match = load(path, players=2).start(seed=1)
    while not match.over:
        match.choose(0)
    return [entry.get("label") for entry in match.log(seat) if entry["event"] == "chose"][2:]


def test_a_parameter_that_everybody_knows_is_told(tmp_path):
    path = tmp_path / "spaces.rules"
    path.write_text(GAME)
    assert labels(path, None)[:2] == ["Buy 1 in the toll for 2", "Buy 1 in the toll for 4"]


def test_a_parameter_that_is_a_seat_s_own_secret_is_not(tmp_path):
    path = tmp_path / "spaces.rules"
    path.write_text(GAME)
    assert labels(path, None)[2:] == [None, None]
    assert labels(path, 2)[2:] == [None, None]
