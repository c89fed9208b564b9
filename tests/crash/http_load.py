"""Many clients at once over HTTP, hostile ones among them, and what the others notice of it.

  python3 tests/crash/http_load.py [--long]        THROUGHLINE names the program; throughline-http lies beside it

Drips: clients that send their requests byte by byte and come again when they are cut. Streams: clients that only listen.
Crossing: clients that use the same request ids at the same time and must get their own answers.
Walls: clients of several tenants, each with a token, that call their maps the same.
"""
import asyncio
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "support"))
from http_server import META, HttpServer  # noqa: E402
from server import MODERN, fresh_store, program  # noqa: E402

LONG = "--long" in sys.argv
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
COUNTS = {"passed": 0, "failed": 0}


def check(name, good, *seen):
    COUNTS["passed" if good else "failed"] += 1
    print("%-7s %s: %s" % ("passes" if good else "FAILS", name, " ".join(str(s) for s in seen)), flush=True)


def timed(name, good, seen):
    """A check of times: judged where the machine is ours alone, with --long; else only told."""
    if LONG:
        check(name, good, seen)
    else:
        print("measured %s: %s" % (name, seen), flush=True)


async def connect(server):
    return await asyncio.open_connection("127.0.0.1", server.port)


async def exchange(reader, writer, data):
    """Sends a request on a kept connection; the body of the answer."""
    writer.write(data)
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
    return await reader.readexactly(length)


async def latencies(server, count):
    """Milliseconds of pings on one kept connection, sorted."""
    reader, writer = await connect(server)
    data, out = server.bytes_of(PING), []
    for _ in range(count):
        began = time.perf_counter()
        await exchange(reader, writer, data)
        out.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.001)
    writer.close()
    return sorted(out)


def p99(sorted_times):
    return sorted_times[len(sorted_times) * 99 // 100]


async def drip(server, body, wait):
    """A request that never ends, over and over."""
    data = server.bytes_of(b"x" * body)
    await asyncio.sleep(wait)
    while True:
        try:
            reader, writer = await connect(server)
            for at in range(0, len(data), 7):
                writer.write(data[at:at + 7])
                await asyncio.sleep(0.25)
                if reader.at_eof():
                    break
            writer.close()
        except OSError:
            await asyncio.sleep(0.1)


async def all_drips(server):
    await asyncio.gather(*(drip(server, 1000 + i * 3000, i / 1024) for i in range(256)))


async def drips(server):
    """The drippers are a process of their own: what is measured is the server's tail, not theirs."""
    calm = await latencies(server, 500)
    dripping = multiprocessing.get_context("fork").Process(target=lambda: asyncio.run(all_drips(server)))
    dripping.start()
    idle = [await connect(server) for _ in range(64)]
    await asyncio.sleep(2)
    loaded = await latencies(server, 500)
    timed("256 drips and 64 idle clients leave pings alone (p99 at most twice)", p99(loaded) <= 2 * p99(calm) + 1,
          "%.2f -> %.2f ms" % (p99(calm), p99(loaded)))
    check("and memory small (64 MiB)", server.rss_kib() < 64 * 1024, server.rss_kib(), "KiB")
    dripping.kill()
    dripping.join()
    for _, writer in idle:
        writer.close()


async def streams(server, count):
    body = {"jsonrpc": "2.0", "id": 7, "method": "subscriptions/listen",
            "params": {"notifications": {"resourcesListChanged": True}, "_meta": META}}
    data = server.bytes_of(body, {"MCP-Protocol-Version": MODERN, "Mcp-Method": "subscriptions/listen"})
    calm = await latencies(server, 500)
    before, opened = server.rss_kib(), []
    for _ in range(count):
        reader, writer = await connect(server)
        writer.write(data)
        await reader.readuntil(b"acknowledged")
        opened.append((reader, writer))
    each = (server.rss_kib() - before) * 1024 / count
    check("%d open streams cost at most 4 kB each" % count, each <= 4096, "%.0f bytes" % each)
    ticks, began = cpu(server), time.monotonic()
    await asyncio.sleep(4)
    used = (cpu(server) - ticks) / (time.monotonic() - began)
    timed("and hardly any processor (2 %)", used < 0.02, "%.2f %%" % (used * 100))
    loaded = await latencies(server, 500)
    middle = len(calm) // 2
    timed("and leave pings alone", loaded[middle] <= 1.5 * calm[middle] + 0.1,
          "p50 %.3f -> %.3f ms" % (calm[middle], loaded[middle]))
    for _, writer in opened:
        writer.close()
    await asyncio.sleep(1)


def cpu(server):
    with open("/proc/%d/stat" % server.process.pid) as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def caller(server, number, calls):
    """One client's notes; how many answers were another's."""
    reader, writer = await connect(server)
    crossed = 0
    for call in range(calls):
        word = "client %d call %d" % (number, call)
        message = {"jsonrpc": "2.0", "id": call, "method": "tools/call",
                   "params": {"name": "map_update" if call % 50 == 0 else "map_focus", "arguments": {
                       "conversation": "client-%d" % number,
                       **({"changes": [{"type": "context", "text": word}]} if call % 50 == 0 else {"request": word})}}}
        reply = json.loads(await exchange(reader, writer, server.bytes_of(message)))
        text = json.dumps(reply)
        others = text.count("client ") != text.count("client %d call" % number)
        crossed += reply["id"] != call or "result" not in reply or others
    writer.close()
    return crossed


async def crossing(server, calls):
    crossed = sum(await asyncio.gather(*(caller(server, number, calls) for number in range(64))))
    check("64 clients, %d calls with the same ids: every answer is its own" % (64 * calls), crossed == 0, crossed, "crossed")


def new_token(store, tenant):
    return subprocess.check_output([program(), "token", "add", "--store", store, "--tenant", tenant],
                                   stderr=subprocess.DEVNULL).decode().strip()


async def tenant(server, name, token, number, calls):
    """One client of a tenant, on the map that all tenants call the same; how many answers were wrong."""
    reader, writer = await connect(server)
    wrong = 0
    for call in range(calls):
        word = "secret of %s" % name
        tool, arguments = [("map_update", {"changes": [{"type": "context", "text": "%s, client %d call %d" % (word, number, call)}]}),
                           ("map_focus", {"request": word}), ("map_list", {}), ("map_focus", {"request": "secret"}),
                           ("search_longterm_memory", {"query": "secret"})][call % 50 if call % 50 < 4 else 1 + call % 4]
        if tool in ("map_update", "map_focus"):
            arguments["conversation"] = "shared"
        reply = json.loads(await exchange(reader, writer, server.bytes_of(
            {"jsonrpc": "2.0", "id": call, "method": "tools/call", "params": {"name": tool, "arguments": arguments}},
            {"Authorization": "Bearer " + token})))
        text = json.dumps(reply)
        wrong += reply["id"] != call or "result" not in reply or text.count("secret of") != text.count(word)
    writer.close()
    return wrong


async def walls(calls):
    """Clients of eight tenants at once, each with a token of its own."""
    store = fresh_store()
    try:
        tokens = [("tenant-%d." % (number % 8), new_token(store, "tenant-%d." % (number % 8))) for number in range(64)]
        with HttpServer(store, ["--log-level", "error", "--rate", "calls=100000000,changes=100000000"]) as server:
            wrong = sum(await asyncio.gather(*(tenant(server, name, token, number, calls)
                                               for number, (name, token) in enumerate(tokens))))
            check("64 tokens of 8 tenants, %d calls: nobody sees another's" % (64 * calls), wrong == 0, wrong, "wrong")
            refused = server.ask(PING, {"Authorization": "Bearer " + tokens[0][1][:-1]})
            check("a cut token is refused", refused.status == 401, refused.status)
    finally:
        shutil.rmtree(store, ignore_errors=True)


async def main():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    store = fresh_store()
    try:
        with HttpServer(store, ["--log-level", "error"]) as server:
            await drips(server)
            await streams(server, 5000 if LONG else 1000)
            await crossing(server, 1600 if LONG else 50)
            check("it still answers and ends well", server.alive() and server.close() == 0, server.process.returncode)
        await walls(1600 if LONG else 50)
    finally:
        shutil.rmtree(store, ignore_errors=True)
    print("http load: %(passed)d passed, %(failed)d failed" % COUNTS)
    return 1 if COUNTS["failed"] else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
