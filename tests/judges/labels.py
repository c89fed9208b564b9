"""Reads maps of hundreds of hostile labels back from every format with parsers that are not ours: same nodes, edges, labels.

  python3 tests/judges/labels.py SAMPLES [NODE]     SAMPLES is the program export_samples; NODE reads the Mermaid views
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import networkx

HERE = os.path.dirname(os.path.abspath(__file__))


def same(found, wanted, where):
    for key in set(found) | set(wanted):
        assert found.get(key) == wanted.get(key), "%s: %s is %r, wanted %r" % (where, key, found.get(key), wanted.get(key))


def same_edges(found, expected, where):
    assert sorted(found) == sorted(map(tuple, expected["edges"])), "%s: other edges" % where


def labels_of(expected):
    return {node: entry["label"] for node, entry in expected["nodes"].items()}


def judge_graph(graph, expected, where, hold=str):
    same({i: (d["type"], d["text"]) for i, d in graph.nodes(data=True)},
         {i: (n["type"], hold(n["text"])) for i, n in expected["nodes"].items()}, where)
    same_edges([(a, d["kind"], b) for a, b, d in graph.edges(data=True)], expected, where)


def judge_graphml(path, expected):
    in_xml = lambda text: re.sub("[\ufffe\uffff]", "\ufffd", text)  # XML 1.0 cannot hold these two
    judge_graph(networkx.read_graphml(path), expected, path, in_xml)


def judge_json(path, expected):
    data = json.loads(path.read_text("utf-8"))
    try:
        graph = networkx.node_link_graph(data, edges="edges")
    except TypeError:  # before networkx 3.4
        graph = networkx.node_link_graph(data, link="edges")
    judge_graph(graph, expected, path)


def judge_dot(path, expected):
    done = subprocess.run(["dot", "-Tjson", path], capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr, "%s: dot says %s" % (path, done.stderr.decode()[:300])
    graph = json.loads(done.stdout)
    names = {item["_gvid"]: item["name"] for item in graph["objects"]}
    same({item["name"]: "".join(op["text"] for op in item["_ldraw_"] if op["op"] == "T") for item in graph["objects"]},
         labels_of(expected), path)
    for item in graph["objects"]:
        assert not {"URL", "href", "tooltip", "image"} & set(item), "%s: %s became more than a node" % (path, item["name"])
    same_edges([(names[e["tail"]], e["label"], names[e["head"]]) for e in graph["edges"]], expected, path)


def judge_canvas(path, expected):
    canvas = json.loads(path.read_text("utf-8"))
    plain = lambda text: re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    same({n["id"]: plain(n["text"]) for n in canvas["nodes"]}, labels_of(expected), path)
    same_edges([(e["fromNode"], e["label"], e["toNode"]) for e in canvas["edges"]], expected, path)
    boxes = [(n["x"], n["y"], n["x"] + n["width"], n["y"] + n["height"]) for n in canvas["nodes"]]
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3], "%s: nodes overlap" % path


def judge_mermaid(node, directory):
    done = subprocess.run([node, os.path.join(HERE, "labels.mjs"), directory], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[:600]


def main():
    passed, failed, labels = 0, 0, 0
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([sys.argv[1], directory], check=True)
        samples = [(path, json.loads(path.read_text("utf-8"))) for path in sorted(pathlib.Path(directory).glob("*.expected"))]
        labels = sum(len(expected["nodes"]) for _, expected in samples)
        each = lambda judge, suffix: lambda: [judge(path.with_suffix(suffix), expected) for path, expected in samples]
        judges = {"graphml": each(judge_graphml, ".graphml"), "json": each(judge_json, ".json"),
                  "dot": each(judge_dot, ".dot"), "jsoncanvas": each(judge_canvas, ".jsoncanvas")}
        if len(sys.argv) > 2:
            judges["mermaid"] = lambda: judge_mermaid(sys.argv[2], directory)
        for format, judge in judges.items():
            try:
                judge()
                passed += 1
            except Exception as error:  # one line for each format that differs
                failed += 1
                print("  FAILED labels in %s: %s" % (format, str(error) or repr(error)))
    print("%d hostile labels read back: %d passed, %d failed" % (labels, passed, failed))
    return 1 if failed or labels < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
