"""Every problem rulelang can report, one row each.

A row has the code, its severity, the title and the next step. Title and next step are templates:
the words in braces are the parts given to `problem`. `rulelang explain`, the documents and the
tests read the same rows. The first digit of a code is the stage that finds it.
"""

from __future__ import annotations

from rulelang.base.frozen import Frozen, frozen

SEVERITIES = ("error", "warning", "note")


@frozen
class Code(Frozen):
    """A row of the table.

        R201 | error | no {kind} is named `{name}` | Declare it, or use the nearest name.
    """

    code: str
    severity: str
    title: str
    next: str


def table(text: str) -> dict[str, Code]:
    """The rows of a text table by code, without empty lines and lines that begin with `#`."""
    lines = [line.strip() for line in text.splitlines()]
    rows = [row(line) for line in lines if line and not line.startswith("#")]
    by_code = {entry.code: entry for entry in rows}
    if len(by_code) != len(rows):
        codes = [entry.code for entry in rows]
        raise ValueError(f"declared twice: {sorted({code for code in codes if codes.count(code) > 1})}")
    return by_code


def row(line: str) -> Code:
    """One row; a malformed row is our own bug, so it raises."""
    cells = [cell.strip() for cell in line.split(" | ", 3)]
    if len(cells) != 4 or cells[1] not in SEVERITIES:
        raise ValueError(f"not `code | severity | title | next step`: {line}")
    return Code(*cells)


# code   severity  title                                what the reader should do next
CODES = table("""
  R000 | error   | {what}                               | {next}
  R100 | error   | {what}                               | {next}
  R101 | error   | a colon is missing after this line   | End the line with `:`; its block stands below it, indented.
  R102 | error   | `=` sets a value, and this compares two | Write `==` to ask whether they are the same.
  R103 | error   | `==` compares, and this line sets a value | Write `=` to set it.
  R104 | error   | this line stands in no open block    | Indent it like the lines it belongs to.
  R105 | error   | this line is indented too far        | Indent it like the line above, or end that line with `:` if it begins a block.
  R106 | error   | the block of this line is missing    | Indent the lines that belong to it, or write `nothing` below it.
  R107 | error   | tabs and spaces are mixed            | Indent every line with spaces, two for each block.
  R108 | error   | `{word}` is no word that can stand here | Did you mean `{near}`?
  R109 | error   | a text is not closed                 | Put a `"` at its end, on the same line.
  R110 | error   | a bracket is not closed              | Put a `{close}` where the part in brackets ends.
  R111 | error   | `{sign}` closes nothing here         | {next}
  R112 | error   | `{word}` is a word of the language, and a name is needed | Choose another name, as `{other}`.
  R113 | error   | `{sign}` is not written that way here | {next}
  R114 | error   | the character `{sign}` has no meaning here | Take it out, or put it in a text in quotes.
  R115 | error   | the last line of these values must be `else` | Add a line `else VALUE` for when no other holds.
  R116 | error   | `{word}` is missing                  | {next}
  R117 | error   | a second condition begins with `elif` | Write `elif` instead of `else if`.
  R118 | error   | a `for` line has `in` before its list | Write `for {name} in LIST:`.
  R119 | error   | the type of `{name}` is missing      | Say what it gives: `{name}(…) -> Int`.
  R120 | error   | the file does not say which language it is in | Begin it with a line `rules 1`.
  R121 | error   | version {number} of the language is not known | This rulelang reads `rules 1`; get a newer one, or write `rules 1`.
  R122 | error   | a row of a table ends with a bar     | Put a `|` at the end of the row.
  R123 | error   | `pass` is an answer, not a step      | Write `nothing` where nothing happens.
  R124 | error   | a choice has `from` before what is chosen from | {next}
  R125 | error   | `{sign}` is not a step               | Write `{next}`.
  R126 | error   | `{number}` is not a whole number     | Numbers are digits only; write `{next}`.
  R127 | error   | a name is needed, not a text         | Take the quotes away: `{name}`.
  R128 | error   | a text in quotes is needed here      | Put it in quotes: `{text}`.
  R129 | error   | a comma is missing                   | Put a `,` between the two.
  R130 | error   | this is not finished                 | Write the rule that belongs in the place of `...`.
  R131 | error   | too much is nested here              | Give a part its own name, with `let` or `fn`, and use the name.
  R132 | error   | the line `rules` comes first, and once | Move it to the top of the file, or take it out.
  R133 | error   | `{word} …` needs a line of its own   | Put it below, indented: behind a colon stands one simple step at most.
  R134 | error   | {number} {what}, at most {limit}    | Make it smaller; for rules that you trust, raise the limit: `--limits {name}=N`.
  # R5xx: what the number of players or an option makes wrong
  R501 | error   | no option is named `{name}`          | Use the nearest name, or look at the options of the game.
  R502 | error   | option `{name}` cannot be {value}    | Give a value that its declaration allows: {allowed}.
  R503 | error   | the game is not for {players} players | Play it with {allowed}.
  R504 | error   | `{name}` has no value for {players} players | Write one in its row, in the place of `-`.
  R505 | error   | {count} copies of a `{name}` are asked for | Make the number of copies 0 or more.
  R506 | error   | the range of {what} is empty: {low}..{high} | Put the lower bound first, or check the values it depends on.
  R507 | error   | {what} cannot be worked out: {why}   | Check the values it depends on for this number of players.
  R508 | error   | {what} cannot be {value}             | Make it 0 or more.
  R509 | error   | a {what} of `{name}` is {value}, outside {low}..{high} | Write a value in the range, or widen the range.
  # R6xx: what goes wrong in play; always a mistake in the rules
  R601 | error   | {seat} must choose and has no option | Say what happens then: `may choose`, or `else`.
  R602 | error   | {holder} has {amount} {resource} and cannot pay {needed} | Check before paying, or write `pay up to`.
  R603 | error   | `{zone}` holds {count} to deal, not {needed} | Check before dealing, write `deal up to`, or give it a `refill`.
  R604 | error   | no `{name}` is left in the stock     | Raise `at most` in its declaration.
  R605 | error   | `{name}` cannot be {value}: its range is {low}..{high} | Widen the range, or check before writing.
  R606 | error   | `only` of {count} items              | Make sure there is one, or write `first(…)`.
  R607 | error   | `{what}` of an empty list            | Test with `empty(…)` before.
  R608 | error   | `{name}` has no element {index}      | Check the index before.
  R609 | error   | a loop goes round more than {bound} times | Raise the bound, or check why it does not end.
  R610 | error   | the cell {index} of `{name}` is `-`  | Check the indexes before, or fill the cell.
  R611 | error   | division by 0                        | Check the divisor before.
  R612 | error   | the face of a `{kind}` is read before it was rolled | Roll it first.
  R613 | error   | `none` is used as a value            | Test for `none` before.
  R614 | error   | invariant broken: {title}            | Follow the last steps to see which of them is wrong, or correct the invariant.
  R615 | error   | a payment of {amount} {resource}     | Pay 0 or more; to pay back, change giver and taker.
  R616 | error   | `random` of an empty list            | Test with `empty(…)` before.
  R617 | error   | a `{kind}` cannot lie in `{zone}`    | Move it elsewhere, or let the zone hold this kind.
  R618 | error   | more than {budget} steps without a choice | Check the loops; for rules that you trust, raise the limit: `--limits steps=N`.
  R619 | error   | {text}                               | The rules require this: check what comes before.
  R620 | error   | a piece is moved twice in one step   | Name each piece once.
  R621 | error   | `{name}` has no row {key}            | Add the row, or check the key before.
  R622 | error   | no piece like {look} is to be had    | Put no more of a kind than there are, and each only once.
  R623 | error   | {count} actions of `{menu}` apply, not one | Make the actions exclude each other, or use `chooses`.
  R624 | error   | a `{name}` is formed from no pieces  | Test with `empty(…)` before.
  R625 | error   | pieces or amounts are lost: {what}   | This is a fault of the engine: please report it.
  R626 | error   | {what} of {number}                   | Make the number 0 or more.
  R631 | error   | {number} {what}, at most {limit}    | Check the loops and lists that lead here; for rules that you trust, raise the limit: `--limits {name}=N`.
  R632 | error   | {what} before all in the secret block are done | Let the block run to its end, and let each seat use only what is its own in it.
  R633 | error   | `{name}` has no cell {index}         | Check the column and row before, or take it as one that may be none: `var cell: {name}? = …`.
  R628 | error   | there is no seat {seat} with {players} players       | Name seats that are there, or test `players` before.
  R629 | error   | the number {value} is too {how}: rulelang counts from {least} to {most} | Test before, keep the number in a range, or count in larger units.
  R630 | error   | not all who would be told this have seen `{name}`    | Reveal it before, or write `reveal` before what is told.
  R627 | error   | the pieces to shuffle lie in several zones | Shuffle one zone at a time.
  # ---- linking files
  R201 | error   | this file has neither a `game` nor a `mod` line      | Begin with `game "Title" for 2..4 players`.
  R202 | error   | there is no module `{name}`                          | Library modules are called `std.NAME`; others are files beside this one.
  R203 | error   | there is no game `{name}` to extend                  | Name a bundled game, a file beside this one, or a path in quotes.
  R204 | error   | `{name}` extends itself                              | A mod stands on a game or on another mod, never on itself.
  R205 | error   | `{name}` cannot be read: {why}                       | Mend that file first.
  R206 | error   | {kind} `{name}` is declared twice                    | Keep one; a variant or mod changes a thing with `override`.
  R207 | error   | there is no {kind} `{name}` to {verb}                | Use the name of something the base declares, or leave `override` out to add it.
  R208 | error   | `{by}` and `{other}` both change `{what}`            | Use one of the two, or build on the earlier change with `original`.
  R209 | error   | {what} cannot be overridden                          | Override one declaration by its name.
  R210 | error   | `{table}` has no row `{key}` to change               | Use the key of a row that is there, or `extend` the table.
  R211 | error   | piece `{name}` is not made from a table              | Only a piece with one row a kind can be extended; override the others.
  R212 | error   | this row does not fit the columns of `{name}`        | Its columns are {columns}; name each of them in the header, in any order.
  R213 | error   | this override of `{name}` has other parameters        | Keep the parameters of what it replaces: others call it with them.
  R214 | error   | `{name}` and `{other}` exclude each other            | Play with one of the two variants.
  R215 | error   | `{name}` is declared as {have}, not as {want}        | Name what it is, or the {want} you mean.
  R216 | error   | the row `{key}` of `{name}` gets nothing for {columns} | Give every row a cell for each new column, and nothing else.
  R217 | error   | “{title}” fails with this change: {why}              | If that is meant, write `breaks "{id}"`; if not, fix the change.
  R218 | error   | “{title}” no longer fits the rules: {why}            | If that is meant, write `breaks "{id}"`; if not, fix the change.
  R219 | error   | “{title}” passes, although it is listed as broken    | Take it out of the `breaks` line.
  R220 | error   | `{mod}` is a mod of another game                     | Play it with the game that it extends.
  R221 | error   | `{name}` lies outside the folder of this file        | Put it beside this file or below; or play it with this file as its `--mod`.
  R222 | error   | `{name}` is not a file that ends in `.rules`         | Name a file of rules; they all end so.
  R223 | error   | `{name}` is {why}, not a file of rules               | Name a file of rules; nothing else is read for them.
  # ---- names
  R300 | error   | `{name}` cannot be tried out: {why}                   | Try out a step that asks nobody, leaves nothing to chance and stops no phase.
  R301 | error   | no {kind} is named `{name}`                          | Declare it, or check how it is spelled.
  R302 | error   | `{name}` is already the name of something here       | Give the second one another name.
  R303 | error   | there is nothing that `original` could stand for here | `original` is what an `override` replaces; write it inside one.
  R304 | error   | there is no seat {name}: at most {most} play         | Seats are P1 to P{most}.
  R305 | error   | `{name}` could be of {enums}                         | Use it where its type is known, or rename one of the members.
  R306 | error   | the {kind} `{name}` is not a value                   | Here, {next}.
  R307 | error   | `{name}` takes {want} in square brackets, not {have} | Give it as many as its declaration has.
  R308 | error   | `{name}` stands twice in enum `{enum}`               | Leave one out.
  R309 | error   | `{name}` is a word of the language                   | Call it something else, perhaps `the_{name}`.
  # ---- types
  R310 | error   | this is {have}, but {want} is needed here            | Use a value of the type that is needed.
  R311 | error   | this may be none: it is {have}                       | Test it first (`if x != none`), give a default (`x or y`), or write `only(x)` if it must be there.
  R312 | error   | this is {have}, and can never be {want}              | Use a number within the range, or widen the range where it is declared.
  R313 | error   | this is {have}, not a list                           | Use a list, a zone, a range such as 1..3, or a type whose values you want.
  R314 | error   | this is {have}, not a piece                          | Name a piece, a list of pieces or a zone.
  R315 | error   | {have} does not go with {want}                       | The items of a list, the branches of a choice and the values of a constant are of one type.
  R316 | error   | `{op}` needs values that have an order; these are {left} and {right} | Compare numbers, members of one enum, or tuples of them.
  R317 | error   | {left} and {right} cannot be put together with `{op}` | Compare or combine things of one type.
  R318 | error   | {have} has no order                                  | Sort and compare by numbers, members of an enum, or tuples of them; say by what with `by`.
  R319 | error   | `{text}` in this text cannot be read                 | In braces stands a name, with fields or indexes: {{c}}, {{c.kind}}, {{coins[p]}}. Give a formula a name first: `let n = …`, then {{n}}.
  R320 | error   | this cannot be called                                | Only functions, scores, menus and pieces take arguments in round brackets.
  R321 | error   | `{name}` takes another number of arguments: {want}, not {have} | Give as many as its declaration has.
  R322 | error   | {owner} has no field `{name}`                        | Use a field that it has.
  R323 | error   | this range is empty                                  | Put the smaller bound first.
  R324 | error   | {have} is not a kind of piece                        | Zones, groups and unions are of pieces.
  R325 | error   | {have} cannot be an index                            | Index by Seat, by an enum, or by a range such as 1..4.
  R326 | error   | a game is for 1 to 30 players                        | Write `for 4 players` or `for 2..5 players`.
  R327 | error   | `{name}` has a meaning of its own                    | Choose another name.
  R328 | error   | this game has no `play`                              | Say what happens: `play:` and the phases it runs.
  R329 | error   | this game does not say who wins                      | Add a line such as `winner p: most points[p]`, or name the winners wherever the game ends: `end game for [p]`.
  # ---- statements
  R330 | error   | this cannot be assigned to                           | Only variables change: `x = …` or `x[p] = …`.
  R331 | error   | `{name}` never changes                               | A `let` or a chosen value stays; declare it with `var` if it must change.
  R332 | error   | `{name}` gives no value                              | Run it as a statement of its own, or let it `return` something.
  R333 | error   | the {kind} `{name}` cannot be assigned to            | Only variables change.
  R334 | error   | this cannot be run                                   | Run a phase, a step or a mechanism by its name.
  R335 | error   | the {kind} `{name}` cannot be run                    | Phases, steps and mechanisms are run; functions are used in expressions.
  R336 | error   | this is {have}, not a place                          | Pieces go to a zone or into a group.
  R337 | error   | {have} cannot go where only {want} may lie           | Move it to a zone of its kind, or widen the zone's type.
  R338 | error   | a {order} has no `{name}`                            | Write {known}.
  R339 | error   | {kind} has no faces to roll                          | Declare it with `rolls face: 1..6`.
  R340 | error   | `put` stands in tests only                           | In rules, pieces are moved, dealt or formed: nothing appears or vanishes.
  R341 | error   | nothing takes this value                             | Give the step a result: `step name(…) -> TYPE:`.
  R342 | error   | this must return {want}                              | Write `return` and a value.
  R343 | error   | there is no loop to leave here                       | `break` leaves a loop, `stop` a phase, `return` a step.
  R344 | error   | `or` has {have} on its left                           | It joins two conditions, or gives a default for something that may be none.
  R345 | error   | `{name}` comes back to itself: {circle}              | Use a loop; nothing in the rules may call itself.
  R346 | error   | `resolve` does not know whom `{name}` would ask        | Give the menu the seat that is asked as its first parameter.
  R347 | error   | not all who are told this may know `{name}`           | Write `reveal` before what is told to tell it on purpose, or leave it out.
  R348 | error   | {name} cannot be made or lost                         | Move them with `pay N {name} from … to …`; all there are begin in the bank.
  R349 | error   | the pieces in `{name}` cannot be made or lost         | Move them with `move`, `deal` or `form`; every piece is always somewhere.
  # ---- choices
  R350 | error   | one thing is not chosen one by one                   | Say how many: `p chooses 3 cards from …  one by one`.
  R351 | error   | only {seat} can be asked in here                     | In a secret block each seat answers for itself.
  R352 | error   | this is not a menu                                   | After `chooses from` stand menus: `Swaps(p)` or `[UseStore(p, t) for t in store[p]]`.
  R353 | error   | a secret block stands inside another                 | End the first one before the second begins.
  R354 | error   | `{name}` is for a key, but its menu has none         | Add `by` and an expression to the menu, or leave `for …` out.
  R355 | error   | a menu goes by an enum, not by {have}                | Use an expression whose value is a member of an enum.
  R356 | error   | `{name}` is no member of {enum}                      | In a menu `by` a key, each action is named after a member, or written `NAME for MEMBER`.
  R357 | error   | `{name}` has not one value a seat                    | A score goes into a variable indexed by Seat alone.
  R358 | error   | nobody can see what lies in `{zone}`                 | Let players choose among what they see; draw at random with `random`.
  R359 | error   | the chooser cannot see into this `{zone}`            | Offer only the chooser's own, or what is open; draw at random with `random`.
  # ---- data
  R360 | error   | column `{name}` has no type                          | Write it in the header: `| {name}: 0..9 |`.
  R361 | error   | `{name}` is many zones                               | Pieces begin in one zone; deal them out in `setup`.
  R362 | error   | this row has {have} cells, not {want}                | Give every row as many cells as the header.
  R363 | error   | there is no {what} `{name}`                          | Use one of the words the language has for it.
  R364 | error   | nobody owns `{name}`                                 | `owner` needs Seat as the first index.
  R365 | error   | this cannot hold a resource                          | Holders are Seat and names of pots: `coins[Seat, pot]`.
  R366 | error   | this cell is empty                                   | Fill it, or write `-` where looking it up would be a mistake.
  R367 | error   | this cell holds several values, but {want} is needed | Write one value, or make the column a `list of` them.
  R368 | error   | there is no column for {missing} players             | Add a column for every number of players the game allows.
  R369 | error   | a row begins with the name of its constant           | Write a name in the first cell.
  R370 | error   | this is not a number of players                      | The header holds numbers of players: `|  | 3 | 4 |`.
  R371 | error   | a record has a value in every column                 | Fill the cell; `-` stands in grids only.
  R372 | error   | the key {key} stands twice                           | Keep one row a key.
  R373 | error   | `{name}` has nothing for {missing}                   | Add it, or write `-` where looking it up would be a mistake.
  R374 | error   | a table has one or two indexes                       | Split it into several tables.
  R375 | error   | `{name}` has no value to start with                  | Write `= …` after its type, or make it optional: `Seat? = none`.
  R376 | error   | nothing is compared here, so `by` has no meaning     | Put it inside `sorted(…)`, `highest(…)`, `lowest(…)`, `min`, `max`, `first` or `last`.
  # ---- families
  R377 | error   | a `reveal` in here would be told again and again       | Reveal in the statement that uses it, not in a function, a list made with `for`, or a `where` of a choice.
  R378 | error   | {shape} is not said that way                         | Write `{form}`.
  R379 | error   | this is {have}, not a cell of a board                | Use cells of a board that is declared with `board`.
  R380 | error   | `{name}` does not say `{needs}`                      | The mechanism {mechanism} needs it: add a line for it.
  R381 | error   | the mechanism {mechanism} has no hook `{name}`       | Use one of its hooks.
  R382 | error   | `{name}` takes another number of arguments: {want}, not {have} | Write as many names as the hook has.
  R383 | error   | `{name}` does not fit its mechanism: {what}          | Look at the types of what its hooks are bound to.
  R384 | error   | the family {family} has no mechanism `{name}`        | Use one that it has.
  R385 | error   | `{name}` is bound in the wrong way                   | Write `{form}`.
  R386 | error   | {have} has no order, and {name} needs one            | Give numbers, or tuples of numbers.
  R387 | error   | {kind} has no field `{field}`                        | The mechanism needs it: add the field, or use another mechanism.
  # ---- tests
  R388 | error   | this number is out of bounds: rulelang counts from {least} to {most} | Write a smaller number, or count in larger units.
  R389 | error   | a record cannot hold {have}                          | Its fields are numbers, members of enums, seats, conditions or rows, each perhaps with `?`, and {most} at most.
  R390 | error   | this is not a number of players of the game          | Write a number from {least} to {most}.
  R391 | error   | there is no option or variant `{name}`               | After `with` stand options, as `rounds = 2`, and names of variants.
  R392 | error   | a plain value is needed here                         | Write a number, a name, or a list of them.
  R393 | error   | a test runs one thing                                | Split it into two tests.
  R394 | error   | this cannot be an answer                             | Write a number, a name, a piece such as Card(blue, 3), a list of pieces, or an action with its arguments.
  R395 | error   | sight is asked of a place, a variable or an amount   | Write `expect P2 sees hand[P1]`, `… points[P1]` or `… coins[P1]`.
  R396 | error   | nothing says how often this loop may go round        | Write `repeat at most N times:`, or say how long a game may last: `end after 200 Turn` of a phase that it runs.
  R397 | error   | a secret block is left before all are done           | Let it run to its end; go on by a condition, and leave after it.
  R398 | error   | a secret block leaves nothing to chance              | Draw, shuffle or roll before or after it: {seat}'s block must not depend on the others'.
  R399 | error   | `{what}` is not {seat}'s own                         | In a secret block only zones and variables indexed by {seat} may change.
  # ---- doubtful
  R401 | warning | this is never true: {left} is never {right}          | Compare with a value that it can have.
  R402 | warning | this is never reached                                | Move it before the line that leaves, or delete it.
  R403 | warning | `{name}` is resolved, and has no action for {missing} | Add an action for each: `NAME for MEMBER: nothing` where nothing happens.
  R404 | warning | {number} options are possible here, more than {most}  | Ask for less at a time: `one by one` after a choice of several, or two choices instead of one.
  R405 | warning | this is always {known}: {left} on its left            | Compare with a value that it can have, or take the condition out.
  R406 | warning | no play comes to {kind} `{name}`                      | Run or offer it somewhere, or take it out.
  R407 | warning | `{name}` is a new name here, and hides the {kind} `{name}` | Choose another name for one of the two.
  R408 | warning | lists of pieces are equal in any order, so `{op}` changes nothing | Compare what their order shows: `[c.rank for c in one] == [c.rank for c in other]`.
  R409 | warning | a number is told that is worked out from `{name}`     | Write `reveal` before it if that is meant, or show first what it is worked out from.
  R410 | warning | this goes through at least {rounds} things each time   | Go through fewer, or work out before what does not change.
  R420 | warning | nothing is named `{name}`                              | Name an enum, a piece, a field such as `Card.rank`, a zone, a variable, a resource, a phase, or `Seat`.
  R421 | warning | the look of {what} has no `{part}`                   | It may have {can}.
  R422 | warning | `{look}` has no `{name}` that could have a look       | A row begins with a member of the enum, a number, a seat or a pot.
  R423 | warning | there is no color `{name}`                          | Use black, white, gray, red, orange, yellow, gold, green, cyan, blue, purple, magenta, pink, brown or silver.
  R424 | warning | `{hole}` means nothing in this text                  | In braces may stand {can}.
  R425 | warning | `{said}` is up to the option `{name}`                | Write `{{{name}}}` for the number: whoever reads the text is told what this table has set.
  # ---- found by playing
  R701 | error   | the engine fails: {what}                        | This is a fault of the engine: please report it with the record.
  R702 | error   | the game has not ended after {count} events     | Check what ends it, or raise `--budget`.
  R703 | error   | {option} is offered to {seat} and refused     | This is a fault of the engine: please report it with the record.
  R704 | error   | {option} is not offered to {seat} and taken   | This is a fault of the engine: please report it with the record.
  R705 | error   | {seat} sees {what} that its log does not tell | This is a fault of the engine: please report it with the record.
  R706 | error   | `{name}` gets a new secret while it is still revealed | Write `hide {name}` or `unreveal {name}` before, or `= reveal` if it is meant.
  R707 | error   | the record of a game gives another game         | This is a fault of the engine: please report it with the record.
  R708 | error   | {what} does not give the same game              | This is a fault of the engine: please report it with the record.
  R709 | error   | {what} are not kept: {how}                      | This is a fault of the engine: please report it with the record.
  R710 | warning | no game reached {kind} `{name}`                 | Check the condition that leads to it, or take it out.
  R711 | error   | engines part: {what}                            | This is a fault of the engine: please report it with the record.
  R712 | error   | {seat} is told {what} otherwise on a table that looks the same to it | Write `reveal` before what is told if it is meant; if `check` finds nothing, please report it.
  R713 | error   | {seat} can tell a sample by {what}              | This is a fault of the engine: please report it with the record.
""")
