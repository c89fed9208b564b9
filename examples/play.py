"""Plays a dialogue of tool calls through the stdio server, as a host would, and shows what a model sees.

  python3 examples/play.py PROGRAM DIALOGUE [--store DIR] [--kill-at N]

A dialogue is a file for `throughline script`: one call a line. A map_focus opens a turn with the user's words. In turn N
the process is killed with -9 while its update is on the way; a new one goes on, and nothing may be missing.
"""
import argparse
import json
import shutil
import subprocess
import sys
import tempfile


class Server:
    """The program behind two pipes, one JSON-RPC message a line."""

    def __init__(self, program, store):
        self.id = 0
        self.process = subprocess.Popen([program, "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                    "clientInfo": {"name": "play", "version": "1"}})
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.id += 1
        self.send({"id": self.id, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.id:
                return message["result"] if "result" in message else sys.exit("%s: %s" % (method, message["error"]))
        sys.exit("the server ended while it was asked for " + method)

    def call(self, tool, arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        text = "\n".join(part["text"] for part in result["content"])
        return text, result.get("structuredContent", {}), result.get("isError", False)

    def whole(self, conversation):
        return self.call("map_review", {"conversation": conversation, "view": "complete"})[1]["text"]


def killed_and_back(server, program, store, step):
    """Sends the update, kills the process at once and starts another: that one, and the map before and after the kill."""
    conversation = step["arguments"]["conversation"]
    before = server.whole(conversation)
    server.send({"id": 9999, "method": "tools/call", "params": {"name": step["tool"], "arguments": step["arguments"]}})
    server.process.kill()
    server.process.wait()
    again = Server(program, store)
    return again, before, again.whole(conversation)


def told_kill(before, killed, done):
    """A killed update is wholly there or not at all; says so, and whether that holds once it was sent again."""
    whole = killed in (before, done)
    print("   *** killed with -9 in the middle of this update; a new process found the map %s, and it was sent again ***"
          % ("as before it" if killed == before else "with it" if whole else "DAMAGED"))
    return whole


def fits(wanted, got):
    """A partial match, as `expect` means it."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(key in got and fits(value, got[key]) for key, value in wanted.items())
    return wanted == got


def show(step, text):
    if step["tool"] == "map_focus":
        print("   focus of %d lines" % len([line for line in text.splitlines() if line.startswith("- [")]))
        return
    print("\n".join("   " + line for line in text.splitlines()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("dialogue")
    parser.add_argument("--store")
    parser.add_argument("--kill-at", type=int, default=0)
    options = parser.parse_args()
    store = options.store or tempfile.mkdtemp(prefix="throughline-")
    with open(options.dialogue, encoding="utf-8") as file:
        steps = [json.loads(line) for line in file if line.strip()]
    server, turn, bad = Server(options.program, store), 0, 0
    for step in steps:
        if step["tool"] == "map_focus":
            turn += 1
            print("\n%d. user: %s" % (turn, step["arguments"]["request"]))
        kill = step["tool"] == "map_update" and turn == options.kill_at
        if kill:
            server, before, killed = killed_and_back(server, options.program, store, step)
        text, fields, refused = server.call(step["tool"], step["arguments"])
        show(step, text)
        if kill:
            bad += not told_kill(before, killed, server.whole(step["arguments"]["conversation"]))
        if refused or not fits(step.get("expect", {}), fields):
            bad += 1
            print("   UNEXPECTED: wanted %s" % json.dumps(step.get("expect")))
    print("\nThe whole map after %d turns:\n%s" % (turn, server.whole(steps[-1]["arguments"]["conversation"])))
    server.process.stdin.close()
    bad += server.process.wait(10) != 0
    if not options.store:
        shutil.rmtree(store, ignore_errors=True)
    print("%d turns played, %s" % (turn, "all as expected" if not bad else "%d steps went wrong" % bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
