"""Family G, as far as it concerns the projection of a selection."""
import json
import os

from bench import case, must, need


def branch(id, parent=None):
    return {"branchId": id, "sourceRevision": 1, "sources": [], **({"parentBranchId": parent} if parent else {}),
            "summaries": [{"summaryId": "s", "role": "user", "kind": "summary", "approved": True, "text": id + " in short"}]}


def selection(revision, *branches, **more):
    return {"schemaVersion": 1, "corpusId": "demo", "revision": revision, "branches": list(branches), **more}


@case("G10")
def the_excluded_stays_out(at):
    out = os.path.join(at.store, "out")
    os.mkdir(out)
    server = at.start("--toolsets", "projection", "--export-dir", out, store=os.path.join(at.store, "store"))

    def build(*args, **more):
        return server.call("projection_apply", selection=selection(*args, **more), export_dir="demo")

    def graph():
        with open(os.path.join(out, "demo", "graph.json"), "rb") as file:
            return file.read()

    parent, child = branch("parent"), branch("child", "parent")
    must(build(1, parent, child))
    need(b"forked_from" in graph(), "the fork is not in the graph")
    must(build(2, parent))
    without = graph()
    need(b"child" not in without and b"forked_from" not in without, "the child is still there")
    for args, code in (((1, parent, child), "selection_revision_lower"), ((2, parent, child), "selection_revision_conflict"),
                       ((3, parent, child), "restore_required")):
        refused = build(*args)
        need(refused.refused and code in refused.text, "revision", args[0], "gave", refused.text)
        need(graph() == without, "revision", args[0], "changed the graph")
    must(server.call("projection_rebuild", corpus="demo", export_dir="demo"))
    need(graph() == without, "the rebuild changed the graph")
    back = must(build(4, parent, child, restore=["child"]))
    edges = [(link["source"], link["relation"], link["target"]) for link in json.loads(graph())["links"]]
    need(("branch:child", "forked_from", "branch:parent") in edges, "the child did not come back:", edges)
    again = must(build(4, parent, child, restore=["child"]))
    need(again["selection_digest"] == back["selection_digest"] and not again["changed"], "the replay is another one")
