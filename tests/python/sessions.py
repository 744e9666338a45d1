#!/usr/bin/env python3
"""The reader in Python in random sessions: each call in each state of a simulated board, with faults.

    SEED=7 SESSIONS=500 python3 tests/python/sessions.py      other sessions, and more of them

The board's time is the only one: it passes while the reader waits for its port.
"""
import itertools
import logging
import os
import random
import re
import subprocess
import sys
import types

sys.path.insert(0, os.environ.get("READER", "sim/python"))
import nqueens

SEED, SESSIONS = int(os.environ.get("SEED", "1")), int(os.environ.get("SESSIONS", "40"))
TICK, HZ = 1e-4, 16e6
LIMIT = 900  # s of the board: a call that takes longer waits for ever
DIGITS = "123456789abcdefghijklmnopqrstuvw"
LINES = b"\n"


class Uno:
    """A simulated board, and its port as pyserial shows it.  Its process ends when the object is gone."""

    def __init__(self):
        words = ["build/sim/stepped", "16000000", "atmega328p", "115200", "", "build/uno/nqueens.hex"]
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.now, self.end, self.came, self.event = 0.0, LIMIT, b"", None
        self.fault = self.heard = bytes  # what becomes of bytes both ways, and of those that the reader hears
        self.delay, self.coming = 0, []  # s until the reader hears: of a busy computer, of a network

    def order(self, letter, numbers=(0,)):
        self.child.stdin.write("".join(f"{letter}{number}\n" for number in numbers).encode())

    def step(self, seconds):
        self.order("t", [max(1, round(seconds / TICK))])
        self.child.stdin.flush()
        cycle, *came = map(int, self.child.stdout.readline().split())
        self.now = cycle / HZ
        self.coming.append((self.now + self.delay, self.heard(self.fault(bytes(came[1::2])))))
        while self.coming and self.coming[0][0] <= self.now:
            self.came += self.coming.pop(0)[1]
        if self.now > self.end:
            raise AssertionError("it waits for ever")

    def run(self, seconds):
        end = self.now + seconds
        while end - self.now > TICK:
            self.step(end - self.now)

    def type(self, keys, answer=None):
        """Types as a person does, without faults; the text up to the answer."""
        self.order("s", keys.encode())
        text = ""
        while answer and answer not in text:
            self.step(0.05)
            text, self.came = text + self.came.decode(), b""
        return text

    # what the reader calls

    dtr = False
    in_waiting = property(lambda self: len(self.came))

    def __setattr__(self, name, value):
        if name == "dtr" and value and not self.dtr:
            self.order("r")
        super().__setattr__(name, value)

    def open(self):
        pass

    close = open

    def read(self, count):
        if self.event and self.now > self.event[0]:
            (_, act), self.event = self.event, None
            act()
        if not self.came:
            self.step(0.05)
        data, self.came = self.came[:count], self.came[count:]
        return data

    def write(self, data):
        data = self.fault(data)
        self.order("s", data)


# ---- what is right: a plain search, and numbers that everybody knows ----

COUNTS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]


def search(n, given, columns=(), taken=frozenset()):
    """Every solution that has the given columns, in lexicographic order; `taken` are the lines of queens."""
    row = len(columns)
    if row == n:
        yield list(columns)
        return
    for column in range(1, n + 1):
        lines = {column, 100 + row + column, 200 + row - column}
        if given[row] in (None, column) and taken.isdisjoint(lines):
            yield from search(n, given, (*columns, column), taken | lines)


PARTS = {}  # of count 10 in three parts, from a board on a line without faults


def attacks(columns):
    return any(a == b or abs(a - b) == j - i for (i, a), (j, b) in
               itertools.combinations(enumerate(columns), 2))


def text(columns):
    return "".join("." if column is None else DIGITS[column - 1] for column in columns)


def a_solution(n, dice):
    """One of a board from 4 rows, even columns first: the plain search takes too long."""
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odd = [3, 1, *odd[3:], 5]
    if n % 6 == 3:
        even, odd = [*even[1:], 2], [*odd[2:], 1, 3]
    return dice.choice([even + odd, (even + odd)[::-1]])


# ---- the calls: each returns what came and what is right ----

def closed(board, rows, right):
    """Rows that came, then the number that the board has printed of them."""
    return [*rows, board.result.solutions], [*right, len(right)]


def solve(board, dice):
    n = dice.randint(1, 9)
    return closed(board, board.solve(n), [*search(n, [None] * n)])


def solve_large(board, dice):
    n, most = dice.choice([10, 11, 12, 13, 14, 15, 17]), dice.randint(1, 30)
    return [[*itertools.islice(rows, most)] for rows in (board.solve(n), search(n, [None] * n))]


def complete(board, dice):
    n = dice.choice([*range(1, 9), *range(12, 32)])
    if n > 8:
        given = a_solution(n, dice)
        for row in dice.sample(range(n), 5):
            given[row] = None
    else:
        given = [dice.choice([None, None, dice.randint(1, n)]) for _ in range(n)]
    if attacks([column or -9 * row - 99 for row, column in enumerate(given)]):
        given = [None] * n
    form = given if dice.random() < 0.5 else text(given)
    return closed(board, board.complete(form), [*search(n, given)])


def count(board, dice):
    n = dice.randint(1, 13)
    return board.count(n), COUNTS[n - 1]


def part(board, dice):
    k = dice.randint(1, 3)
    return board.count(10, k, 3), PARTS[k]


def setting(board, dice):
    bright = dice.randint(0, 15)
    return [board.command(f"bright {bright}"), board.settings["bright"]], ["", str(bright)]


ANSWERS = {"info": r"nqueens .*(power-on|external)", "images 2413": r"(\S.*\n)?2 images", "stop": "",
           "usaco 4": r"2 4 1 3\n3 1 4 2\n2\n2 solutions, .* s", "test": "81 steps", "": "Error",
           "check 2413": "solution: class 2413, size 2", "solve 99": "BoardError", "ok": "BoardError"}


def reported(board, dice):
    return board.settings, board.reported


def query(board, dice):
    line, answer = dice.choice(list(ANSWERS.items()))
    try:
        came = board.command(dice.choice([line, line.upper()]))
    except nqueens.Error as error:
        came = type(error).__name__
    return bool(re.fullmatch(answer, came, re.DOTALL)), True


def ctrl_c():
    raise KeyboardInterrupt


def interrupt(board, dice):
    """Ctrl-C in a job: it does not run any more, and the reader says so."""
    line = dice.choice(["search 8", "test", "usaco 16", "count 17", "solve 12"])
    uno = board.uno
    uno.event = (uno.now + dice.uniform(1, 3) + 10 * uno.delay, ctrl_c)  # after it was typed
    try:
        job = board.count(17) if line == "count 17" else board.command(line)
    except KeyboardInterrupt:
        job = board.runs
    uno.event = None
    return [job, board.command("?").startswith("idle")], [False, True]


CALLS = [solve, solve_large, complete, count, part, setting, query, interrupt]

# ---- the states: what is typed before; a count continues afterwards unless it was replaced ----

JOBS = ["solve 12", "fundamental 11", "usaco 16", "search 8", "complete ...........................",
        "images 15863724", f"check {DIGITS}", "test", "menu", "orient ?", "solve 1", "solve 27"]
KEPT = ["count 18", "count 25 2/3"]  # of the latter no time left is known
STATES = [["demo"], ["idle"], ["idle", "sol"], *([job] for job in JOBS), *([job, "!"] for job in JOBS),
          *([job, *how] for job in KEPT for how in ([], ["!"], ["park"], ["park", "solve 10"], ["reset"],
                                                    ["park", "reset"], ["end"]))]


def put(uno, state, dice):
    """Brings the board into a state."""
    uno.type("", "> ")
    if state == ["demo"]:
        return uno.run(dice.uniform(0, 4))
    for key, values in (("echo", ("on", "off")), ("auto", ("on", "off")), ("pace", ("0", "20", "500")),
                        ("format", "digits table list array coords board grid none".split())):
        uno.type(f"{key} {dice.choice(values)}\r", "ok\r\n")
    uno.type("save\r", "ok\r\n")
    for word in state:
        if word == "idle":
            continue
        elif word == "park":
            uno.type("check 1\r", "size 1\r\nok")
        elif word == "reset":
            uno.order("p")
        elif word == "end":
            uno.type("stop\r", "ok\r\n")
        else:
            uno.type(word if word in ("!", "sol") else f"{word}\r")
        uno.run(dice.uniform(0.1, 1) if word in JOBS else dice.uniform(3, 5))


def begin(dice, state, delays=(0,)):
    uno = Uno()
    put(uno, state, dice)
    uno.end, uno.came = uno.now + LIMIT, b""
    sys.modules["serial"] = types.SimpleNamespace(Serial=lambda *_, **__: uno)
    nqueens.time = types.SimpleNamespace(monotonic=lambda: uno.now, sleep=uno.run)
    board = nqueens.Board("uno", reset=dice.random() < 0.5, timeout=dice.choice([4, 10, 60]))
    uno.delay = dice.choice(delays)
    board.uno, board._words = uno, 0  # not from the process, so that each run is the same
    return uno, board


def expect(came, right, what):
    if came != right:
        raise AssertionError(f"{what}: {str(came)[:200]}, not {str(right)[:200]}")


def right_session(seed):
    """Without faults, no call may fail."""
    dice = random.Random(seed)
    state = STATES[seed % len(STATES)]
    uno, board = begin(dice, state, (0, 0.4))
    calls = [CALLS[(seed + 7 * i) % len(CALLS)] for i in range(3)]
    what = f"session {seed}, {' '.join(state)}, reset {board.reset}, {', '.join(f.__name__ for f in calls)}"
    try:
        with board:
            for call in calls:
                settings = board.settings
                came, right = call(board, dice)
                expect(came, right, f"{what}: {call.__name__}")
                if call is not setting:
                    expect(board.settings, settings, f"{what}: settings")
        uno.dtr = False
        status = uno.type("?", "\r\n> " if state[0] not in KEPT else "\r\n")
        replaced = {count, part, query, interrupt} & set(calls)
        if state[0] in KEPT and "end" not in state and not replaced:
            if "park" in state:
                status += uno.type("~", "resumed") + uno.type("?", "%")
            if state[0].split()[1] not in status:
                raise AssertionError(f"{what}: its count does not continue: {status}")
    except nqueens.Error as error:
        raise AssertionError(f"{what}: {error!r}") from error


def noise(dice, rate):
    """Of the bytes, so many are lost, as many are changed, and as many come twice."""
    def fault(data):
        out = bytearray()
        for byte in data:
            kind = dice.random() / rate
            if kind >= 3:
                out.append(byte)
            elif kind >= 1:
                out += bytes([dice.choice(b"0123456789 \r\n") if kind < 2 else byte, byte][:int(kind)])
        return bytes(out)
    return fault


def faulty_session(seed):
    """With faults, a call returns what is right or raises an Error; errors are counted."""
    dice = random.Random(-seed)
    state = STATES[seed % len(STATES)]
    uno, board = begin(dice, state)
    uno.fault, board.timeout = noise(dice, dice.choice([3e-5, 1e-4, 3e-4, 1e-3, 3e-3])), 3
    errors = 0
    for call in dice.choices(CALLS[:5], k=3):
        if dice.random() < 0.2:
            uno.event = (uno.now + dice.uniform(0, 2), lambda: uno.order("r"))
        try:
            if not board._serial:
                board.open()
            came, right = call(board, dice)
            expect(came, right, f"session {seed}, {' '.join(state)}, {call.__name__}")
        except nqueens.Error:
            errors += 1
            board.close()
    return errors


def single(ends, nth):
    """The nth line is lost, or the nth digit is another one: they end with these bytes, and are counted."""
    def fault(data):
        out = bytearray()
        for byte in data:
            is_next, is_end = fault.seen == nth - 1, byte in ends
            fault.seen += is_end
            if not is_next or ends != LINES and not is_end:
                out.append(byte)
            elif ends != LINES:
                out.append(b"1234567890"[byte - 48])
        return bytes(out)
    fault.seen = 0
    return fault


def single_session(seed):
    """A short call again and again; each time the next line is lost, then the next digit is another one."""
    uno, board = begin(random.Random(seed), ["idle"])
    for line in (f"echo {'on' if seed % 8 > 3 else 'off'}", "save"):
        uno.type(f"{line}\r", "ok\r\n")
    board.timeout, errors = 3, 0
    call = [part, complete, count, reported][seed % 4]
    with board:
        board.reported = board.settings
        for ends in (LINES, b"0123456789"):
            for nth in itertools.count(1):
                fault, uno.end = single(ends, nth), uno.now + LIMIT
                uno.heard, uno.fault = (fault, bytes) if ends == LINES else (bytes, fault)
                board._words = 0  # each call types the same digits, so that none is passed over
                try:
                    came, right = call(board, random.Random(seed))
                    expect(came, right, f"session {seed}, {call.__name__}, {ends} {nth}")
                except nqueens.Error:
                    errors += 1
                if fault.seen < nth:
                    break
    return errors


def unseen_session(seed):
    """A reset within an answer, whose greeting is lost: the demo follows, or a count, without an end."""
    line, *state = [("settings", "idle"), ("solve 12", "idle"), ("settings", "count 18", "park")][seed % 3]
    uno, board = begin(random.Random(seed), state)
    for words in ("defaults", "save"):
        uno.type(f"{words}\r", "ok\r\n")
    seen, until = b"", 0

    def fault(data):
        nonlocal seen, until
        seen += data
        if re.search(rb"bright|\n1", seen) and not until:
            uno.order("r")
            until = uno.now + 0.2
        return data if uno.now > until else b""

    try:
        with board:
            uno.fault = fault
            expect(board.command(line), None, f"session {seed}, {line}")
    except nqueens.Error:
        return 1


def main():
    logging.disable()
    uno, board = begin(random.Random(1), ["idle"])
    with board:
        PARTS.update((k, board.count(10, k, 3)) for k in (1, 2, 3))
    expect(sum(PARTS.values()), COUNTS[9], "the parts of count 10")
    failed = 0
    for number, (session, share, sentence) in enumerate([
            (right_session, 1, "a call returns what is right in any state of the board, which keeps a count"),
            (faulty_session, 1, "with faults on the wire a call returns what is right, or raises an Error"),
            (single_session, 5, "so it does if any one line is lost, or any digit is another one"),
            (unseen_session, 13, "a reset that is not seen ends the call, although lines come")], 1):
        problems, errors = [], 0
        for seed in range(SEED, SEED + SESSIONS // share):
            try:
                errors += session(seed) or 0
            except Exception as error:
                problems.append(f"# {type(error).__name__}: {error}")
        if session is not right_session and not errors:
            problems.append("# no fault has caused an error: too few sessions?")
        print(f"{'not ok' if problems else 'ok'} {number} - {sentence}", *problems, sep="\n")
        print(f"# {SESSIONS // share} sessions, {errors} errors", flush=True)
        failed |= bool(problems)
    print("1..4")
    return failed


sys.exit(main())
