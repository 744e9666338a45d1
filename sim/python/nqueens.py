#!/usr/bin/env python3
"""Reads a board with the firmware nqueens over its serial port, as a module and as a command.

    from nqueens import Board
    with Board("/dev/ttyACM0") as board:
        for columns in board.solve(8):      # [1, 5, 8, 6, 3, 7, 2, 4]: a column for each row
            print(columns)
        print(board.count(12))              # 14200

It needs Python 3.9 or newer and pyserial (Debian: python3-serial).  Every error is a subclass of Error.
"""
from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import logging
import math
import numbers
import os
import re
import sys
import time
from typing import Callable, Iterator, NamedTuple, Optional, Sequence, Union

DIGITS = "123456789abcdefghijklmnopqrstuvw"
PROGRESS_SECONDS = 2
CTRL_C, CTRL_U = "\x03", "\x15"
TRIES = 8  # to stop a job, although bytes are lost
STRANGE = 20  # lines during a count that mean nothing: more are another program
MANY = 100  # lines of an answer, unless it is one of LONG: more are those of a job that nobody expects
LONG = re.compile(r"(solve|fundamental|search|complete|check)\b", re.IGNORECASE)

# OEIS A000170, n = 1 to 27.
KNOWN = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104,
         666090624, 4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440, 227514171973736,
         2207893435808352, 22317699616364044, 234907967154122528)

# ---- the lines of a board, by their forms: the whole line matches ----

BANNER = re.compile(r"nqueens (\S+) \((\w+), (\d+) MHz\)$")
GREETING = "help lists commands, ? shows the status"  # follows the banner at a reset, but not in `info`
TOTALS = r"(\d+) solutions?, (\d+) queens? placed, (\d+\.\d{3}) s"
CLOSING = re.compile(r"(?:(part \d+/\d+ of count \d+): )?(?:\d+ fundamental of )?" + TOTALS +
                     r"(?:, as known: (\d+) \(OEIS A000170\))?")
STATUS = re.compile(r"idle(?P<parked>, a count is parked; ~ resumes it)?|"
                    r"(?P<job>(?P<part>part \d+/\d+ of )?(?:solve|fundamental|count|usaco|search|complete|"
                    r"check|images|test|menu|orient \?)(?: \d+)?): "
                    r"(?:.*, (?P<percent>\d+) %(?:, about (?P<left>\d+) s left)?|"
                    r"\d+ (?:attacking pair|image|step|choice|line)s?|"
                    r"(?(part)(?!)|" + TOTALS + r"))(?P<paused>, paused)?")
REFUSED = re.compile(r"error: unknown command 'z[0-9a-f]{4}'.*")  # a word of Board._sync()
WORN = "not saved: the EEPROM is worn"  # of a count, at any time: it continues
BY_KEY = re.compile(r"paused|resumed|nothing runs|.*count \d+ resumed: .*")  # answers to `!`, `~`, the button


class Error(Exception):
    """What goes wrong with a board or with its port."""


class BoardError(Error):
    """The board refused a line: the text of its `error:`."""


class Disconnected(Error):
    """The port cannot be opened, or it has gone: open() opens it again."""


class Silent(Error):
    """The board does not answer."""


class WasReset(Error):
    """The board has started again in the middle of an answer."""


class Stopped(Error):
    """Something else has stopped the job: the button of the board, or another call of this object."""


class Damaged(Error):
    """What came is no answer of this firmware: noise, lost bytes, another program on the board."""


class Result(NamedTuple):
    """The closing line of a job.  Nothing confirms the queens and the seconds: they are as they came."""
    solutions: int
    placed: int
    seconds: float


class Progress(NamedTuple):
    """The answer to `?`.  Numbers that the board does not know are None."""
    text: str
    percent: Optional[int]
    left: Optional[int]  # seconds


def columns_of(text: str) -> list[int]:
    """The columns of a board as the firmware prints it: `2413` is [2, 4, 1, 3]."""
    return [DIGITS.index(digit) + 1 for digit in text.lower()]


def is_solution(columns: list[int]) -> bool:
    lines = (set(columns), {row + column for row, column in enumerate(columns)},
             {row - column for row, column in enumerate(columns)})
    return all(len(line) == len(columns) for line in lines)


Columns = Union[str, Sequence[Optional[int]]]


def text_of(board: Columns) -> str:
    """A board as it is typed: [2, None, 1] is `2.1`."""
    if not isinstance(board, str):
        n = min(len(board), len(DIGITS))
        board = "".join("." if column is None else DIGITS[_whole("a column", column, n) - 1]
                        for column in board)
    if not re.fullmatch(f"[{DIGITS}.]+", board.lower()):
        raise Error(f"no board: {board!r}; allowed: a column for each row, 1-9 and a-w")
    return board.lower()


def _whole(name: str, value: int, most: int) -> int:
    is_number = isinstance(value, numbers.Integral) and not isinstance(value, bool)  # that of numpy is one
    if not is_number or not 1 <= value <= most:
        raise Error(f"{name} is {value!r}; allowed: 1 to {most}")
    return int(value)


class Board:
    """A board on a serial port.

    port      such as /dev/ttyACM0 or COM3
    reset     reset the board, as opening the port of an Uno does in any case
    timeout   seconds of silence after which the board is given up; after half of it, it is asked with `?`
    progress  called with a Progress every two seconds of a job
    result    the Result of the last job, once that has ended
    runs      whether a line was typed whose answer has not ended

    What ran on the board before: count(n) continues the count of n; another count replaces it.  Any other
    call parks a count, which continues when the port is closed.  Another job is stopped.  The logger
    `nqueens` warns of what happens to a count.
    """

    def __init__(self, port: str, *, reset: bool = True, timeout: float = 10, baud: int = 115200,
                 progress: Optional[Callable[[Progress], None]] = None):
        if not timeout > 0:
            raise Error(f"timeout is {timeout!r}; allowed: seconds above 0")
        self.port, self.reset, self.timeout, self.baud, self.progress = port, reset, timeout, baud, progress
        self.version = ""
        self.result: Optional[Result] = None
        self._serial = None
        self._words = os.getpid() * 7919
        self._turn = 0  # the number of the call whose answer is read
        self._forget()

    def _forget(self) -> None:
        """Nothing that was typed is in effect any more."""
        self.runs = False
        self._buffer = ""
        self._skipped: list[str] = []
        self._echoes = False
        self._changed: dict[str, str] = {}  # settings before a job has changed them
        self._parked = ""  # the count that continues when the port is closed

    def note(self, text: str) -> None:
        """What happens to a count."""
        logging.getLogger("nqueens").warning("%s: %s", self.port, text)

    def __enter__(self) -> Board:
        self.open()
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # ---- the port ----

    def _connect(self):
        """The open port, as pyserial has it."""
        try:
            import serial
        except ImportError:
            raise Error("pyserial is missing: install python3-serial, or pip install pyserial") from None
        port = serial.Serial(None, self.baud, timeout=0.05, write_timeout=5, exclusive=True)
        port.port = self.port
        port.dtr = self.reset
        port.open()
        if self.reset:
            with contextlib.suppress(OSError):  # a pseudo-terminal has no DTR
                port.dtr = False
                time.sleep(0.1)
                port.dtr = True
        return port

    def open(self) -> None:
        """Opens the port, again if need be, and waits for the prompt.  A job on the board continues."""
        self.close()
        self.runs = False
        with self._port_errors("cannot be opened (does another program use it?)"):
            self._serial = self._connect()
        try:
            self._sync()
            self._send("info\r")
            version = self._find(BANNER, self.timeout / 2)
            if not version:
                raise Damaged(f"{self.port}: what answers is not the firmware nqueens")
            self.version = version[1]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stops the job whose answer nobody has read, resumes the count that was parked, closes the port."""
        try:
            if self._serial:
                self._end()
            if self._serial and self._parked:
                with contextlib.suppress(Error):
                    self._send(CTRL_U + "~")
                    if not self._find(BY_KEY, self.timeout):
                        self.note(f"{self._parked} is parked; ~ resumes it")
        finally:
            if self._serial:
                with contextlib.suppress(OSError):
                    self._serial.close()
            self._serial = None
            runs = self.runs
            self._forget()
            self.runs = runs

    @contextlib.contextmanager
    def _port_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # SerialException is one
            raise Disconnected(f"{self.port}: the port {what}: {error}") from None

    def _send(self, text: str) -> None:
        if not self._serial:
            raise Disconnected(f"{self.port}: the port is not open")
        with self._port_errors("is gone"):
            self._serial.write(text.encode("ascii"))

    def _receive(self) -> bool:
        """Reads what has come, for at most 50 ms; whether anything has."""
        if not self._serial:
            raise Disconnected(f"{self.port}: the port is not open")
        with self._port_errors("is gone"):
            came = self._serial.read(max(1, self._serial.in_waiting))
        self._buffer += came.decode("ascii", "replace")
        if len(self._buffer.rpartition("\n")[2]) > 4096:
            raise Damaged(f"{self.port}: what answers is not the firmware nqueens")
        return bool(came)

    def _next(self, seconds: float) -> Optional[str]:
        """The next line, without prompts; None after so many seconds of silence."""
        last = time.monotonic()
        while "\n" not in self._buffer:
            if self._receive():
                last = time.monotonic()
            elif time.monotonic() - last >= seconds:
                return None
        line, _, self._buffer = self._buffer.partition("\n")
        return re.sub(r"^(> )+", "", line.rstrip("\r"))

    def _find(self, form: re.Pattern, seconds: float) -> Optional[re.Match]:
        """Skips lines up to one of this form; None if none comes in time."""
        self._skipped = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and (line := self._next(left)) is not None:
            if match := form.fullmatch(line):
                return match
            self._skipped.append(line)
        return None

    # ---- the state of the board ----

    def _sync(self) -> re.Match:
        """Waits until the board has answered all that was typed; then its answer to `?`.

        The refusal of a word that is new is the last answer to come.  A running job is not disturbed."""
        end, limit = time.monotonic() + self.timeout, min(0.25, self.timeout / 16)
        refused, before, heard = None, [], bool(self._buffer)
        while time.monotonic() < end:
            # A boot loader swallows words, and an answer may be late: others are sent until one is answered.
            self._words += 1
            word = f"z{self._words % 65536:04x}"
            self._send(f"{CTRL_U}{word}\r")
            refused = self._find(re.compile(f"error: unknown command '{word}'.*"), limit)
            before += [line for line in self._skipped if not REFUSED.fullmatch(line)]
            heard = heard or bool(self._skipped or self._buffer)
            if refused:
                self._send("?")
                status = self._find(STATUS, limit)
                if status:
                    self._echoes, self._skipped = before[-1:] == [word], before
                    return status
            limit *= 2
        if refused or heard:
            raise Damaged(f"{self.port}: what answers is not the firmware nqueens, or bytes are lost")
        raise Silent(f"{self.port}: the board does not answer")

    def _prepare(self, count: str = "") -> bool:
        """Makes the board idle, so that what comes next answers the line that is typed next.

        If this count is on the board, it runs afterwards instead: then True."""
        for _ in range(TRIES):
            status = self._sync()
            job = status["job"]
            if not job and not (count and status["parked"]):
                self.runs = False
                return False
            is_count = job and "count" in job
            if job == count:
                self._parked = ""
                if status["paused"]:
                    self._send("~")
                return True
            if not job:
                self._send("~")  # it tells which count it is
            elif is_count and not count:
                self._parked = job
                self.note(f"{job} is parked, and continues when the port is closed")
                self._send("check 1\r")
            else:
                if is_count:
                    self._parked = ""
                    self.note(f"{job} is stopped: {status[0]}")
                self._send(CTRL_C)
        raise Damaged(f"{self.port}: the board cannot be stopped: {status[0]}")

    def _end(self) -> None:
        """Stops what runs and restores the settings, as far as the board answers; `runs` shows whether."""
        with contextlib.suppress(Error):
            for _ in range(TRIES):
                if not self.runs:
                    break
                self._send(CTRL_C)
                self.runs = bool(self._sync()["job"])
            self._restore()

    # ---- answers ----

    def _lines(self, name: str) -> Iterator[str]:
        """What comes while the answer of a count, or of another command, is expected.  A silent board is
        asked with `?`, a paused job resumed."""
        patience = PROGRESS_SECONDS if self.progress else self.timeout / 2
        asked, paused = 0, ""
        while True:
            line = self._next(self.timeout / 4 if asked else patience)
            if line is None and asked == 2:
                raise Silent(f"{self.port}: the board does not answer any more")
            if line is None:
                self._send("?")
                asked += 1
            elif asked and (status := STATUS.fullmatch(line)):
                asked = 0
                job = status["job"]
                if job and name not in (job, *job.split()):
                    raise Damaged(f"{self.port}: {job} runs, not {name}")
                self._report(status)
                if status["paused"] and line == paused:
                    self.runs = "count" not in line  # a count keeps what it has
                    raise Stopped(f"{self.port}: paused, and does not resume: {line}")
                if status["paused"]:
                    self.note("was paused (! or its button), and was resumed")
                    self._send("~")
                    paused = line
            elif line == WORN:
                self.note(line)
            elif not BY_KEY.fullmatch(line):
                yield line

    def _report(self, status: re.Match) -> None:
        if not status["job"]:
            self.runs = False
            raise Damaged(f"{self.port}: the board is idle: the end of its answer was lost")
        if self.progress:
            percent, left = status["percent"], status["left"]
            self.progress(Progress(status[0], percent and int(percent), left and int(left)))

    def _answer(self, line: str, count: str = "", strict: bool = False) -> Iterator[str]:
        """Types a line, and decides which lines are its answer: all between its echo and its `ok`.

        If this count is on the board, nothing is typed: its lines follow.  `strict`: the board must echo the
        line, so that it has read what was typed."""
        parked = "another count" if re.match("(count|stop)( |$)", line) else ""  # which the line replaces
        continues = self._prepare(count or parked)
        if strict and not self._echoes:
            raise Damaged(f"{self.port}: the echo was lost")
        turn, self.runs = self._turn, True
        expected = closed = None
        if not continues:
            expected = line if self._echoes else ""  # the line of the prompt ends, with its echo or without
            self._send(f"{line}\r")
        for came in self._lines(count or re.match("[a-z]*", line.lower())[0]):
            if expected is not None:
                if came != expected:
                    raise Damaged(f"{self.port}: {line!r} was typed, {came!r} is its echo")
                expected = None
            elif came == "ok" or came.startswith("error: "):
                self.runs = False
                if came != "ok":
                    raise BoardError(came[len("error: "):])
                return
            elif came == GREETING or BANNER.search(came) and line.lower() != "info":
                self._changed, self.runs = {}, False
                raise WasReset(f"{self.port}: the board was reset")
            elif came.startswith("stopped: "):
                self.runs = False
                raise Stopped(f"{self.port}: the job was stopped: {came}")
            elif closed:
                raise Damaged(f"{self.port}: a line came after the last one: {came!r}")
            else:
                closed = CLOSING.fullmatch(came)
                yield came
                if turn != self._turn:
                    raise Stopped(f"{self.port}: another call has stopped `{line}`")

    def _say(self, line: str) -> str:
        lines = list(itertools.islice(self._answer(line), None if LONG.match(line) else MANY))
        if len(lines) == MANY and not LONG.match(line):
            raise Damaged(f"{self.port}: no answer to {line!r}: {lines[-1]!r}")
        return "\n".join(lines)

    @contextlib.contextmanager
    def _call(self) -> Iterator[None]:
        """A call of this object: at its end nothing runs, and the settings are as before."""
        self._turn += 1
        turn = self._turn
        try:
            yield
        except (Disconnected, Silent):
            self._changed, self.runs = {}, False
            raise
        except BaseException:
            if turn == self._turn:
                self._end()
            raise
        self._restore()

    def command(self, line: str) -> str:
        """Types any line; its answer, as it came.  Raises BoardError with the text of an `error:`.

        `?` is no line: its answer is the status of the board, whose job continues."""
        line = line.strip()
        if line == "?":
            return self._sync()[0]
        is_line = re.fullmatch(r"orient *\?|[a-z0-9][^!?~]*", line, re.IGNORECASE)
        if not (is_line and line.isascii() and line.isprintable()):
            raise Error(f"no line: {line!r}; allowed: a command in ASCII, without the keys ! ~ ?")
        with self._call():
            return self._say(line)

    @property
    def settings(self) -> dict[str, str]:
        """Every setting by its name; `command("bright 3")` changes one."""
        with self._call():
            return self._settings()

    def _settings(self) -> dict[str, str]:
        """They are asked for until two answers agree, because nothing else confirms them."""
        answers = [self._say("settings")]
        while answers.count(answers[-1]) < 2:
            if len(answers) == TRIES:
                raise Damaged(f"{self.port}: the answers to `settings` differ")
            answers.append(self._say("settings"))
        return dict(line.split(" ", 1) for line in answers[-1].split("\n") if " " in line)

    def _set(self, **wanted: str) -> None:
        before = self._settings()
        for name, value in wanted.items():
            if before.get(name) != value:
                self._changed.setdefault(name, before.get(name, value))
                self._say(f"{name} {value}")

    def _restore(self) -> None:
        while self._changed:
            name, value = self._changed.popitem()  # the first one that was changed is the last: the echo
            self._say(f"{name} {value}")

    # ---- jobs ----

    def _found(self, line: str, closing: re.Match, part: Optional[str], total: Optional[int]) -> None:
        """Keeps the numbers of a closing line, unless what is expected of them differs (None: nothing is)."""
        for wanted, came in ((part, closing[1]), (total, int(closing[2]))):
            if wanted not in (None, came):
                raise Damaged(f"{self.port}: `{line}` ended with {closing[0]!r}, not with {wanted}")
        self.result = Result(int(closing[2]), int(closing[3]), float(closing[4]))

    def _rows(self, line: str, n: int, given: str = ".*") -> Iterator[list[int]]:
        """The solutions that a job prints, each verified: it comes after the one before it in the order of
        the search, and contains the given queens.  Then their number, too."""
        form = re.compile(f"[{DIGITS[:n]}]{{{n}}}")
        last, total, complaints = "", 0, []
        self.result = None
        with self._call():
            self._set(echo="on", format="digits", pace="0")
            for came in self._answer(line, strict=True):
                columns, closing = columns_of(came) if form.fullmatch(came) else [], CLOSING.fullmatch(came)
                if columns and is_solution(columns) and last < came and re.fullmatch(given, came):
                    last, total = came, total + 1
                    yield columns
                elif closing:
                    self._found(line, closing, None, total)
                    if given == ".*" and n <= len(KNOWN) and total != KNOWN[n - 1]:
                        raise Damaged(f"{self.port}: {total} solutions came, there are {KNOWN[n - 1]}")
                elif came.startswith(("row ", "not a solution: ")):
                    complaints.append(came)
                elif not came.startswith("no solution yet"):
                    raise Damaged(f"{self.port}: not the next solution of {n} queens: {came!r}")
            if complaints:
                raise BoardError("; ".join(complaints))
            if not self.result:
                raise Damaged(f"{self.port}: the last line of `{line}` was lost")

    def solve(self, n: int = 8) -> Iterator[list[int]]:
        """Every solution, in lexicographic order."""
        n = _whole("n", n, 32)
        return self._rows(f"solve {n}", n)

    def complete(self, board: Columns) -> Iterator[list[int]]:
        """Every solution with the given queens: `...24...`, or a list with a column or None for each row."""
        text = text_of(board)
        return self._rows(f"complete {text}", len(text), given=text)

    def count(self, n: int = 8, part: int = 1, parts: int = 1, *, confirm: bool = True) -> int:
        """The number of solutions, or that of a part.

        A board that counts the same already, or has saved it, continues: after its cable was pulled, for
        example.  A whole count is compared with the known numbers.  Nothing is known of a part, so it is
        counted twice, and the numbers compared; `confirm=False` counts it once."""
        n, parts = _whole("n", n, 32), _whole("parts", parts, 65535)
        line = name = f"count {n}"
        part = _whole("part", part, parts)
        if parts > 1:
            line += f" {part}/{parts}"
            name = f"part {part}/{parts} of count {n}"
        with self._call():
            self._count(line, name, n)
            first = self.result
            if parts > 1 and confirm:
                self._count(line, name, n)
                if first[:2] != self.result[:2]:
                    raise Damaged(f"{self.port}: `{line}` ended with {first}, then with {self.result}")
        return self.result.solutions

    def _count(self, line: str, name: str, n: int) -> None:
        self.result = None
        for strange, came in enumerate(self._answer(line, name)):
            closing = CLOSING.fullmatch(came)
            if closing:
                break
            if strange == STRANGE:
                raise Damaged(f"{self.port}: what answers is not the firmware nqueens: {came!r}")
        else:
            raise Damaged(f"{self.port}: the result of `{line}` was lost")
        self.runs = bool(self._sync()["job"])  # `ok` or `error:` was next
        errors = [came for came in self._skipped if came.startswith("error: ")]
        if errors:
            raise BoardError(errors[0][len("error: "):])
        known = KNOWN[n - 1] if name.startswith("count") and n <= len(KNOWN) else None
        if known is not None and closing[5] != closing[2]:
            raise Damaged(f"{self.port}: `{line}` ended with {closing[0]!r}")
        self._found(line, closing, None if name.startswith("count") else name, known)


# ---- pictures ----

def _svg(width: float, height: float, body: list[str]) -> str:
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="12">')
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#fff"/>', *body, "</svg>\n"])


def board_svg(columns: list[int]) -> str:
    """A board as a picture."""
    n, side = len(columns), 24
    body = [f'<rect x="{x * side}" y="{y * side}" width="{side}" height="{side}" '
            f'fill="{"#d9dee5" if (x + y) % 2 else "#f6f7f9"}"/>' for y in range(n) for x in range(n)]
    body += [f'<circle cx="{(column - 0.5) * side}" cy="{(row + 0.5) * side}" r="{side / 3}" fill="#b3261e"/>'
             for row, column in enumerate(columns)]
    return _svg(n * side, n * side, body)


def counts_svg(counts: list[tuple[int, int]]) -> str:
    """Numbers of solutions over n: a bar for each, on a logarithmic scale."""
    wide, high, top = 64, 240, math.log10(max(10, *(solutions for _, solutions in counts)) + 1)
    body = []
    for i, (n, solutions) in enumerate(counts):
        x, bar = 12 + i * wide, high * math.log10(solutions + 1) / top
        body.append(f'<rect x="{x}" y="{30 + high - bar:.1f}" width="{wide - 16}" height="{bar:.1f}" '
                    'fill="#2f6690"/>')
        for y, text in ((24 + high - bar, solutions), (46 + high, f"n = {n}")):
            body.append(f'<text x="{x + wide / 2 - 8}" y="{y:.1f}" text-anchor="middle">{text}</text>')
    return _svg(16 + len(counts) * wide, high + 56, body)


# ---- the command ----

USAGE = """\
solve N, complete BOARD            every solution, one per line
count N, count A..B, count N K/M   the number of solutions
any other line                     is typed as it is; its answer is printed
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Types a command at a board, and prints its answer.",
                                     epilog=USAGE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", help="the serial port, such as /dev/ttyACM0 or COM3")
    parser.add_argument("command", nargs="+", help="solve 8, count 12, info, ...")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="numbers with commas")
    form.add_argument("--json", action="store_true", help="one JSON object at the end")
    parser.add_argument("--plot", metavar="FILE.svg", help="the last solution, or the counts, as a picture")
    parser.add_argument("--once", action="store_true", help="count a part once only, unconfirmed")
    parser.add_argument("--no-reset", action="store_true", help="do not reset the board by DTR")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds of silence (10)")
    return parser.parse_args()


def show_progress(progress: Progress) -> None:
    percent = "" if progress.percent is None else f"{progress.percent} %"
    left = "" if progress.left is None else f", {progress.left} s left"
    line = f"{percent}{left}" if percent else progress.text
    sys.stderr.write(line + "\n")  # in one piece, whenever Ctrl-C comes


def run_counts(board: Board, words: list[str], options: argparse.Namespace) -> dict:
    first, _, last = words[0].partition("..")
    part, _, parts = (words[1:] or ["1/1"])[0].partition("/")
    rows = []
    if _whole("n", int(last or first), 32) < int(first):
        raise Error(f"an empty range: '{words[0]}'; allowed: A..B with A up to B")
    if options.csv:
        print("n,solutions,queens,seconds")
    for n in range(int(first), int(last or first) + 1):
        board.count(n, int(part), int(parts), confirm=not options.once)
        rows.append({"n": n, **board.result._asdict()})
        if options.csv:
            print(*rows[-1].values(), sep=",", flush=True)
        elif not options.json:
            print("count", n, *words[1:], end=f": {board.result.solutions}\n", flush=True)
    if options.plot:
        save(options.plot, counts_svg([(row["n"], row["solutions"]) for row in rows]))
    return {"counts": rows}


def run_solutions(board: Board, words: list[str], options: argparse.Namespace) -> dict:
    name, what = words[0], words[1] if len(words) > 1 else "8"
    rows, columns = [], []
    for columns in board.complete(what) if name == "complete" else board.solve(int(what)):
        if options.json:
            rows.append(columns)
        else:
            print(*columns, sep="," if options.csv else " ", flush=True)
    if options.plot:
        if not columns:
            raise Error("there is no solution, so there is no picture")
        save(options.plot, board_svg(columns))
    return {"boards": rows, **board.result._asdict()}


def save(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def run(board: Board, options: argparse.Namespace) -> None:
    line = " ".join(" ".join(options.command).lower().split())
    words = line.split()
    # What these do not match goes to the board, whose `error:` says what is allowed.
    counts = re.fullmatch(r"count( \d+(\.\.\d+)?( \d+/\d+)?)?", line, re.ASCII)
    solutions = re.fullmatch(r"solve( \d+)?|complete \S+", line, re.ASCII)
    if (options.csv or options.plot) and not (counts or solutions):
        raise Error("--csv and --plot are for solve [N], complete BOARD, count [N], count A..B, count N K/M")
    folder = os.path.dirname(options.plot or "") or "."
    if options.plot and (os.path.isdir(options.plot) or not os.access(folder, os.W_OK)):
        raise Error(f"{options.plot}: no file can be written there")
    board.progress = show_progress if counts else None
    with board:
        if counts:
            found = run_counts(board, words[1:] or ["8"], options)
        elif solutions:
            found = run_solutions(board, words, options)
        else:
            found = {"answer": board.command(line)}
            if not options.json:
                print(found["answer"])
        if options.json:
            print(json.dumps({"command": line, **found}))


def main() -> int:
    options = arguments()
    logging.basicConfig(format="nqueens: %(message)s")
    try:
        board = Board(options.port, reset=not options.no_reset, timeout=options.timeout)
        run(board, options)
    except KeyboardInterrupt:
        job = "but its job on the board may continue" if board.runs else "and its job on the board, too"
        print(f"nqueens: stopped, {job}", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone
        return 1
    except (Error, OSError) as error:
        print(f"nqueens: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
