"""Plays the scenarios of Gherkin features: a graph by CREATE, a query, a table of results or an error."""
import json, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ANSWER = os.environ.get("TCK_ANSWER", os.path.join(ROOT, "build/dev/tests/tck/tck_answer"))
OUTSIDE = re.compile(r"\b(MERGE|DELETE|DETACH|SET|REMOVE|CALL|UNION|FOREACH|EXISTS\s*\{|reduce|shortestPath)\b", re.I)


class Skip(Exception):
    pass


def cells(line):
    parts = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    return [part.strip().replace("\\|", "|") for part in parts]


def steps(lines):
    """(words of the step, its text, its table) one after the other."""
    out, text = [], None
    for line in lines:
        bare = line.strip()
        if bare == '"""':
            if text is None:
                text = []
            else:
                out[-1][1] = "\n".join(text)
                text = None
        elif text is not None:
            text.append(bare)
        elif bare.startswith("|"):
            out[-1][2].append(cells(line))
        elif re.match(r"(Given|When|Then|And|But) ", bare):
            out.append([bare.split(" ", 1)[1], "", []])
    return out


def expanded(body):
    """The lines of a scenario, once for each row of its examples."""
    head, *tables = re.split(r"\n\s*Examples:[^\n]*\n", body)
    if not tables:
        return [head.split("\n")]
    out = []
    for table in tables:
        rows = [cells(line) for line in table.split("\n") if line.strip().startswith("|")]
        for row in rows[1:]:
            text = head
            for name, value in zip(rows[0], row):
                text = text.replace(f"<{name}>", value)
            out.append(text.split("\n"))
    return out


def scenarios(path):
    with open(path) as file:
        text = file.read()
    text = "\n".join(line for line in text.split("\n") if not line.strip().startswith("#"))
    parts = re.split(r"\n\s*(Background|Scenario Outline|Scenario):", text)
    before = []
    for kind, body in zip(parts[1::2], parts[2::2]):
        name, _, rest = body.partition("\n")
        if kind == "Background":
            before = rest.split("\n")
            continue
        for lines in expanded(rest):
            yield name.strip(), steps(before + lines)


def created(text):
    """The patterns of CREATE clauses; anything else makes no graph here."""
    if OUTSIDE.search(text) or re.search(r"\b(MATCH|UNWIND|WITH)\b", text):
        raise Skip("setup")
    return [part.strip() for part in re.split(r"\bCREATE\b", text) if part.strip()]


class Cell:
    """A cell in one spelling: blanks, labels and members in order."""

    def __init__(self, text, loose):
        self.text, self.at, self.loose = text, 0, loose

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, sign):
        if self.peek() != sign:
            return False
        self.at += 1
        return True

    def value(self):
        if self.take("("):
            return "(" + self.labelled(")")
        if self.take("<"):
            return "<" + self.path()
        if self.take("{"):
            return self.members()
        if self.take("["):
            return "[" + self.labelled("]") if self.peek() == ":" else self.list()
        if self.peek() == "'":
            end = self.at + 1
            while self.text[end] != "'":
                end += 2 if self.text[end] == "\\" else 1
            out, self.at = self.text[self.at : end + 1], end + 1
            return out.replace("\\'", "'").replace("\\\\", "\\")
        found = re.compile(r"[^,\]})>]+").match(self.text, self.at)
        self.at = found.end()
        word = found.group().strip()
        return repr(float(word)) if re.fullmatch(r"-?\d+\.\d*(e-?\d+)?", word) else word

    def labelled(self, end):
        labels = []
        while self.take(":"):
            found = re.compile(r"[\w]+").match(self.text, self.at)
            labels.append(":" + found.group())
            self.at = found.end()
        out = "".join(sorted(labels)) + (self.members() if self.take("{") else "")
        assert self.take(end), self.text
        return out + end

    def path(self):
        out = ""
        while not self.take(">"):
            if self.peek() in "([":
                out += self.value()
            elif self.text.startswith("->", self.at):
                out, self.at = out + "->", self.at + 2
            else:
                out, self.at = out + self.peek(), self.at + 1
        return out + ">"

    def members(self):
        out = []
        while not self.take("}"):
            name, _, _ = self.text[self.at :].partition(":")
            self.at += len(name) + 1
            out.append(name.strip() + ":" + self.value())
            self.take(",")
        return "{" + ",".join(sorted(out)) + "}"

    def list(self):
        out = []
        while not self.take("]"):
            out.append(self.value())
            self.take(",")
        return "[" + ",".join(sorted(out) if self.loose else out) + "]"


def plain(text, loose):
    return Cell(text, loose).value()


class Player:
    def __init__(self):
        self.process = subprocess.Popen([ANSWER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, setup, query, parameters):
        self.process.stdin.write(json.dumps({"setup": setup, "query": query, "parameters": parameters}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def play(self, scenario):
        """Nothing where it passes, else what differs."""
        setup, parameters, got = [], {}, None
        for words, text, table in scenario:
            if words.startswith("having executed"):
                setup += created(text)
            elif words.startswith("parameters are"):
                for name, value in table:
                    try:
                        parameters[name] = json.loads(value.replace("'", '"'))
                    except ValueError:
                        raise Skip("parameter")
            elif words.startswith("executing query"):
                if OUTSIDE.search(text) or re.search(r"\bCREATE\b", text, re.I):
                    raise Skip("clause")
                got = self.ask(setup, text, parameters)
                if got.get("error") == "unsupported":
                    raise Skip(got["message"])
            elif words.startswith("the result should be"):
                return self.compare(words, table, got)
            elif "should be raised" in words:
                return None if "error" in got else f"expected {words}, got {got['rows'][:3]}"
            elif not words.startswith(("an empty graph", "any graph", "no side effects")):
                raise Skip(words)
        raise Skip("nothing to compare")

    @staticmethod
    def compare(words, table, got):
        if "error" in got:
            return f"{got['error']}: {got['message']}"
        loose = "ignoring element order" in words
        if words.startswith("the result should be empty"):
            table = [got["columns"]]
        if sorted(table[0]) != sorted(got["columns"]):
            return f"columns {got['columns']} instead of {table[0]}"
        places = [got["columns"].index(name) for name in table[0]]
        want = [[plain(cell, loose) for cell in row] for row in table[1:]]
        have = [[plain(row[place], loose) for place in places] for row in got["rows"]]
        if "in order" not in words:
            want.sort()
            have.sort()
        return None if want == have else f"rows {have[:4]} instead of {want[:4]}"


def main():
    arguments = sys.argv[1:]
    if not arguments or not os.path.isdir(arguments[0]):
        print("skipped: no folder of features\n0 passed, 0 failed, 0 skipped")
        return 0
    fits = None
    if "--fits" in arguments:
        at = arguments.index("--fits")
        with open(arguments[at + 1]) as file:
            fits = {tuple(line.split("\t")[1:3]) for line in file}
    player = Player()
    passed = failed = skipped = 0
    for folder, _, names in sorted(os.walk(arguments[0])):
        for name in sorted(n for n in names if n.endswith(".feature")):
            for title, scenario in scenarios(os.path.join(folder, name)):
                if fits is not None and (name, title) not in fits:
                    continue
                where = f"{name} {title}"
                try:
                    wrong = player.play(scenario)
                except Skip as reason:
                    skipped += 1
                    print(f"skip  {where}: {reason}")
                    continue
                failed += wrong is not None
                passed += wrong is None
                print(f"FAIL  {where}: {wrong}" if wrong else f"pass  {where}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
