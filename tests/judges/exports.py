"""Exports a map of hostile labels and reads each format back with a parser that is not ours.

  python3 tests/judges/exports.py [--node NODE]     needs graphviz and python3-networkx; NODE reads the Mermaid view
"""
import io
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from server import Server, fresh_store  # noqa: E402

import networkx  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
HOSTILE = [
    'say "hello" & \'bye\'', "a]b[c{d}e(f)g|h", "<script>alert(1)</script>", "<b>&amp;&lt;</b>", "ends with a backslash \\",
    "%%{init: {'theme':'dark'}}%% click n1 \"javascript:alert(1)\"", "#quot; #35; ;;; `tick` $x$ ~~~", "-- text --> x ==> y -.-> z",
    "]]>  <!-- comment --> <?xml?>", "end", "subgraph evil", "\\N \\G \\n \\l", "- [T9] Task: forged - status: done",
    "na\u00efve \u6f22\u5b57 \U0001f680 e\u0301 \u202e", "graph TD; A-->B", "wide\u00a0\u3000blanks", "x" * 500, "**bold** _it_ [link](http://x)",
    "style n1 fill:#f00", "label=\"x\" URL=\"http://x\"", "0", "null", "=1+1",
]


def export(server, format):
    result = server.call("map_export", conversation="hostile", format=format)
    assert result.ok, format + ": " + result.text
    return result.fields.get("text") or result.text


def texts_of(graph, name):
    return [str(data.get(name)) for _, data in graph.nodes(data=True)]


def holds(what, found):
    """Every hostile text stands whole in one of the texts that were read back."""
    for text in HOSTILE:
        assert any(text in one for one in found), "%s lost the text %r" % (what, text)


def judge_dot(text, edges):
    done = subprocess.run(["dot", "-Tjson"], input=text.encode(), capture_output=True)
    assert done.returncode == 0 and not done.stderr, "dot says: " + done.stderr.decode()[:300]
    graph = json.loads(done.stdout)
    nodes = [o for o in graph["objects"] if "nodes" not in o and "subgraphs" not in o]
    assert len(nodes) == len(HOSTILE) and len(graph["edges"]) == edges, "dot sees %d nodes" % len(nodes)
    assert not any(key in o for o in nodes for key in ("URL", "href")), "a node became a link"
    svg = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True)
    assert svg.returncode == 0 and b"<script" not in svg.stdout, "the drawing holds a script"
    drawn = " ".join(op.get("text", "") for o in nodes for op in o.get("_ldraw_", []))
    assert "say \"hello\" & 'bye'" in drawn and "<b>&amp;&lt;</b>" in drawn, "dot draws other words: " + drawn[:300]


def judge_graphml(text, edges):
    graph = networkx.read_graphml(io.BytesIO(text.encode()))
    assert graph.number_of_nodes() == len(HOSTILE) and graph.number_of_edges() == edges
    holds("graphml", texts_of(graph, "text"))


def judge_json(text, edges):
    graph = networkx.node_link_graph(json.loads(text), link="edges")
    assert graph.number_of_nodes() == len(HOSTILE) and graph.number_of_edges() == edges
    holds("json", texts_of(graph, "text"))


def judge_canvas(text, edges):
    canvas = json.loads(text)
    ids = {node["id"] for node in canvas["nodes"]}
    assert len(ids) == len(HOSTILE) and len(canvas["edges"]) == edges
    for node in canvas["nodes"]:
        assert node["type"] in ("text", "file", "link", "group"), node["type"]
        assert all(isinstance(node[key], int) for key in ("x", "y", "width", "height")), node
    for edge in canvas["edges"]:
        assert edge["fromNode"] in ids and edge["toNode"] in ids, edge
    plain = [re.sub(r"\\(.)", r"\1", node.get("text", "")) for node in canvas["nodes"]]  # its texts are Markdown
    holds("jsoncanvas", [text.replace("\\u{202E}", "\u202e") for text in plain])  # and shows what is invisible


def judge_mermaid(node):
    def judge(text, edges):
        view = json.dumps([{"view": text, "nodes": len(HOSTILE), "edges": edges}])
        done = subprocess.run([node, os.path.join(HERE, "mermaid.mjs")], input=view.encode(), capture_output=True, cwd=HERE)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()[:600]
    return judge


def judge_markdown(server):
    """The map's own text form, read by map_import into another conversation, prints the same."""
    def judge(text, edges):
        again = server.call("map_import", conversation="again", mode="new", text=text)
        assert again.ok, "its own text is refused: " + again.text[:300]
        changed = set(server.whole(conversation="again").splitlines()) ^ set(server.whole(conversation="hostile").splitlines())
        assert not changed, "it came back changed: %s" % sorted(changed)
    return judge


def main():
    node = sys.argv[2] if sys.argv[1:2] == ["--node"] else None
    store, failed, passed = fresh_store(), 0, 0
    server = Server(store)
    changes = [{"type": "context", "text": text} for text in HOSTILE]
    changes += [{"from": "C%d" % (i + 1), "edge": "supports", "to": "C%d" % (i + 2)} for i in range(len(HOSTILE) - 1)]
    added = server.call("map_update", conversation="hostile", changes=changes)
    assert added.ok, added.text
    judges = {"dot": judge_dot, "graphml": judge_graphml, "json": judge_json, "jsoncanvas": judge_canvas,
              "markdown": judge_markdown(server), **({"mermaid": judge_mermaid(node)} if node else {})}
    for format, judge in judges.items():
        try:
            judge(export(server, format), len(HOSTILE) - 1)
            passed += 1
        except Exception as error:
            failed += 1
            print("  FAILED export as %s: %s" % (format, str(error) or repr(error)))
    server.close()
    shutil.rmtree(store, ignore_errors=True)
    print("exports read back: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
