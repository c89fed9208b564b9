"""Asks `codex app-server` which MCP servers it reaches: prints what it says of ours, exit 0 when it lists our tools.

  python3 tests/hosts/codex.py CODEX
"""
import json
import subprocess
import sys
import threading


def main(codex):
    child = subprocess.Popen([codex, "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    threading.Timer(90, child.kill).start()

    def send(message):
        child.stdin.write(json.dumps(message).encode() + b"\n")
        child.stdin.flush()

    def reply(id):
        for line in child.stdout:
            message = json.loads(line)
            if message.get("id") == id and "method" not in message:
                return message
        return {"error": "the app-server ended"}

    send({"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "tests", "title": "tests", "version": "1"}}})
    reply(1)
    send({"method": "initialized"})
    send({"id": 2, "method": "mcpServerStatus/list", "params": {}})
    answer = reply(2)
    child.kill()
    for server in answer.get("result", {}).get("data", []):
        if server.get("name") == "throughline":
            tools = sorted(server.get("tools", {}))
            print("%d tools: %s" % (len(tools), ", ".join(tools)))
            return 0 if "map_update" in tools else 1
    print(json.dumps(answer)[:300])
    return 1


if __name__ == "__main__":
    code = main(sys.argv[1])
    sys.stdout.flush()
    import os
    os._exit(code)
