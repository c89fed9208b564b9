#!/usr/bin/env python3
"""Lets search_longterm_memory answer the line protocol of the retrieval data's score.py.

usage: retriever.py   (THROUGHLINE names the program; stdin and stdout as score.py wants them)

A dialogue turn or a note is one fact: its speaker the subject, its text the statement. All of
one session are one episode, or several of one source and time where there are more than an
episode holds. A longer text is several facts of an episode of its own, found by the best.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("THROUGHLINE", "build/release/throughline")
LONGEST = 1000  # code points of a statement
EPISODE = 100  # facts


class Server:
    """A program with a store of its own."""

    def __init__(self):
        self.dir = tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.child = subprocess.Popen([PROGRAM, "--store", self.dir.name + "/store"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "retriever", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.child.stdin.write((json.dumps(message) + "\n").encode())
        self.child.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            answer = json.loads(self.child.stdout.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def call(self, tool, arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            sys.exit(tool + ": " + result["content"][0]["text"])
        return result["structuredContent"]

    def close(self):
        self.child.stdin.close()
        self.child.wait()
        self.dir.cleanup()


def statements(text):
    """A text as statements that fit: cut behind sentences, else behind words."""
    text = " ".join(text.split())
    while len(text) > LONGEST:
        cut = max(text.rfind(mark, 0, LONGEST) for mark in (". ", "? ", "! ")) + 1
        cut = cut or text.rfind(" ", 0, LONGEST) or LONGEST
        yield text[:cut].strip()
        text = text[cut:].strip()
    yield text or "(empty)"


class Memory:
    def __init__(self):
        self.server = None

    def space(self, name):
        if self.server:
            self.server.close()
        self.server, self.name = Server(), name
        self.sessions, self.document_of = {}, {}

    def doc(self, d):
        text = d["text"] + (f" [{d['caption']}]" if d.get("caption") else "")
        key = (d["session"], d["time"])
        for statement in statements(text):
            self.sessions.setdefault(key, []).append((d["id"], {
                "subject_name": d.get("speaker") or "report", "predicate": "said",
                "object_name": "session", "statement": statement}))

    def commit(self):
        for (session, time), facts in self.sessions.items():
            for at in range(0, len(facts), EPISODE):
                part = facts[at:at + EPISODE]
                uuid = self.server.call("create_longterm_memory", {
                    "episode_name": f"Session {session} of {self.name}"[:30],
                    "source_description": f"{self.name}, session {session}",
                    "source": f"{self.name}/{session}", "reference_time_iso": time,
                    "facts": [fact for _, fact in part]})["episode_uuid"]
                for n, (doc, _) in enumerate(part):
                    self.document_of[f"{uuid}#{n}"] = doc

    def search(self, text, k):
        hits = self.server.call("search_longterm_memory", {
            "query": text, "limit": min(100, 2 * k), "max_tokens": 20000})["hits"]
        return list(dict.fromkeys(self.document_of[hit["id"]] for hit in hits))[:k]


def main():
    memory = Memory()
    for line in sys.stdin:
        message, answer = json.loads(line), {}
        if message["op"] == "space":
            memory.space(message["space"])
        elif message["op"] == "doc":
            memory.doc(message)
        elif message["op"] == "commit":
            memory.commit()
        else:
            answer = {"ids": memory.search(message["text"], message["k"])}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    if memory.server:
        memory.server.close()


if __name__ == "__main__":
    main()
