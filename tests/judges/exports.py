"""Reads exported maps back with networkx and graphviz: exports.py DIR.

Each DIR/*.expected says which nodes, edges and labels its neighbours must hold.
Prints one line a reader; exit 1 at a difference, 77 when a reader is not installed.
"""
import json
import pathlib
import re
import subprocess
import sys

try:
    import networkx
except ImportError:
    networkx = None


def same(found, wanted, where):
    if found != wanted:
        for key in wanted:
            if key not in found or found[key] != wanted[key]:
                print(f"{where}: {key} is {found.get(key)!r}, wanted {wanted[key]!r}")
        sys.exit(f"{where}: differs; only there: {sorted(set(found) - set(wanted))}")


def same_edges(found, wanted, where):
    if sorted(found) != sorted(map(tuple, wanted)):
        sys.exit(f"{where}: edges differ")


def check_networkx(graph, expected, where, hold=str):
    same({i: (d["type"], d["text"]) for i, d in graph.nodes(data=True)},
         {i: (n["type"], hold(n["text"])) for i, n in expected["nodes"].items()}, where)
    same_edges([(a, d["kind"], b) for a, b, d in graph.edges(data=True)], expected["edges"], where)


def in_xml(text):
    """XML 1.0 cannot hold these two."""
    return re.sub("[\ufffe\uffff]", "\ufffd", text)


def check_dot(path, expected):
    out = subprocess.run(["dot", "-Tjson", path], capture_output=True, text=True, check=False)
    if out.returncode or out.stderr.strip():
        sys.exit(f"{path}: dot says {out.stderr}")
    graph = json.loads(out.stdout)
    allowed = {"name", "label", "shape", "style", "fontname"}
    names = {}
    for item in graph["objects"]:
        names[item["_gvid"]] = item["name"]
        extra = {k for k in item if not k.startswith("_")} - allowed - {"height", "width", "pos", "rects", "vertices"}
        if extra:
            sys.exit(f"{path}: {item['name']} has attributes {extra}")
    drawn = {i["name"]: "".join(p["text"] for p in i["_ldraw_"] if p["op"] == "T") for i in graph["objects"]}
    labels = {i: n["label"] for i, n in expected["nodes"].items()}
    same(drawn, labels, f"{path} as drawn")
    same_edges([(names[e["tail"]], e["label"], names[e["head"]]) for e in graph["edges"]], expected["edges"], path)


def check_canvas(path, expected):
    canvas = json.loads(path.read_text("utf-8"))
    same({n["id"]: re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", n["text"]) for n in canvas["nodes"]},
         {i: n["label"] for i, n in expected["nodes"].items()}, path)
    same_edges([(e["fromNode"], e["label"], e["toNode"]) for e in canvas["edges"]], expected["edges"], path)
    boxes = [(n["x"], n["y"], n["x"] + n["width"], n["y"] + n["height"]) for n in canvas["nodes"]]
    for k, a in enumerate(boxes):
        for b in boxes[:k]:
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                sys.exit(f"{path}: two nodes overlap")


def main(directory):
    missing = []
    dot = subprocess.run(["dot", "-V"], capture_output=True, check=False).returncode == 0 if which("dot") else False
    labels = 0
    for path in sorted(directory.glob("*.expected")):
        expected = json.loads(path.read_text("utf-8"))
        labels += len(expected["nodes"])
        if networkx:
            check_networkx(networkx.read_graphml(path.with_suffix(".graphml")), expected, f"{path}: GraphML", in_xml)
            data = json.loads(path.with_suffix(".json").read_text("utf-8"))
            check_networkx(read_node_link(data), expected, f"{path}: node-link")
        if dot:
            check_dot(path.with_suffix(".dot"), expected)
        check_canvas(path.with_suffix(".jsoncanvas"), expected)
    if not labels:
        sys.exit("no samples")
    print(f"canvas: {labels} labels read back")
    for name, there in (("networkx", networkx), ("graphviz", dot)):
        print(f"{name}: {labels} labels read back" if there else f"{name}: SKIPPED, not installed")
        if not there:
            missing.append(name)
    sys.exit(77 if missing else 0)


def read_node_link(data):
    try:
        return networkx.node_link_graph(data, edges="edges")
    except TypeError:
        return networkx.node_link_graph(data, link="edges")


def which(name):
    import shutil
    return shutil.which(name)


main(pathlib.Path(sys.argv[1]))
