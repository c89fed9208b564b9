"""What a case works with: its own store, servers on it, and the words in which it says what it saw."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from server import Gone, Server, fresh_store, program  # noqa: E402  (also for the case files)

CASES = {}


class Wrong(Exception):
    """The server did something else than the case asks for."""


def need(condition, *what):
    if not condition:
        raise Wrong(" ".join(str(w) for w in what)[:500])


def case(name, waits=""):
    """Registers the function that plays case `name`; `waits` names the part of it that another issue brings."""
    def register(play):
        CASES[name] = (play, waits)
        return play
    return register


def node(type, text, **fields):
    return {"op": "add", "type": type, "text": text, **fields}


def link(source, edge, target):
    return {"op": "link", "from": source, "edge": edge, "to": target}


class Bench:
    """A fresh store and the servers a case starts on it."""

    def __init__(self):
        self.store, self.servers = fresh_store(), []

    def start(self, *args, store=None, **more):
        server = Server(store or self.store, args, **more)
        self.servers.append(server)
        return server

    def restart(self, server, *args):
        need(server.close() == 0, "the exit status was", server.process.returncode)
        return self.start(*args)

    def data_size(self, store=None):
        return sum(os.stat(os.path.join(folder, name)).st_blocks * 512
                   for folder, _, names in os.walk(store or self.store) for name in names)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            if server.process.poll() is None:
                server.kill()
        shutil.rmtree(self.store, ignore_errors=True)


def update(server, *changes, **more):
    return server.call("map_update", changes=list(changes), **more)


def must(result):
    need(result.ok, "refused:", result.text or result.message)
    return result


def no_engine_words(text):
    """Nothing of the engine, and no internal error, reaches a client."""
    need("MDB_" not in text and "lmdb" not in text.lower(), "an engine word reached the client:", text)
    need("nternal error" not in text, "an internal error reached the client:", text)


def ids_of(text, type):
    """Ids of one type letter in a map's text form."""
    return [line[3:line.index("]")] for line in text.splitlines() if line.startswith("- [" + type) and "] --" not in line]
