"""Family S: schemas that every host takes, arguments as models write them."""
import re

from bench import case, must, need, node, update


def tools(at):
    return at.start().request("tools/list")["result"]["tools"]


def fields(schema, path="#"):
    """Every schema inside a schema with its path, itself first."""
    yield path, schema
    for name, inner in schema.get("properties", {}).items():
        yield from fields(inner, path + "/" + name)
    if isinstance(schema.get("items"), dict):
        yield from fields(schema["items"], path + "/items")


@case("S01")
def plain_object_schemas(at):
    for tool in tools(at):
        schema = tool["inputSchema"]
        need(schema["type"] == "object", tool["name"], "takes no object")
        need(not {"anyOf", "oneOf", "allOf", "not", "enum", "if"} & set(schema), tool["name"], "combines schemas")
        for path, inner in fields(schema):
            need(not {"$ref", "$defs"} & set(inner), tool["name"], path, "refers")
        need(set(schema.get("required", [])) <= set(schema.get("properties", {})), tool["name"], "requires the unknown")


@case("S02")
def every_field_is_typed(at):
    for tool in tools(at):
        need(tool.get("description"), tool["name"], "has no description")
        for path, inner in fields(tool["inputSchema"]):
            where = tool["name"] + " " + path
            need(isinstance(inner.get("type"), str), where, "has no single type")
            need("items" in inner or inner["type"] != "array", where, "is an array of anything")
            need("properties" in inner or inner["type"] != "object", where, "is an object of anything")
            need("nullable" not in inner and "format" not in inner, where, "uses nullable or format")
            need(inner.get("description") or path == "#" or path.endswith("/items"), where, "has no description")


@case("S03")
def tool_names(at):
    names = [tool["name"] for tool in tools(at)]
    need(all(re.fullmatch("[a-zA-Z0-9_-]{1,40}", name) for name in names), names)
    need(len({name.lower() for name in names}) == len(names), "two names differ by case only:", names)


@case("S05")
def arguments_as_strings(at):
    server = at.start()
    must(server.call("map_update", changes='[{"type":"Task","text":"Index the wiki"}]'))
    before = server.whole()
    need("Task: Index the wiki" in before, before)
    broken = server.call("map_update", changes="[{broken")
    need(broken.refused and "changes" in broken.text, "a broken string gave", broken.text)
    need(server.whole() == before, "a refused call changed the map")
    must(update(server, {"type": "Task", "text": "Native form"}))


@case("S06")
def null_is_absent(at):
    server = at.start()
    nothing = dict.fromkeys(("id", "status", "source", "confidence", "reason", "impact", "mitigation", "edge", "with"))
    must(server.call("map_update", changes=[node("Task", "Watch the heron", **nothing)], delta=None,
                     expected_revision=None, turn=None, strict=None, restore=None))
    need("- [T1] Task: Watch the heron\n" in server.whole() + "\n", server.whole())
    empty = server.call("map_update", changes=[node("Task", "Feed the heron", reason="", mitigation="")])
    need(empty.ok or "reason" in empty.text, "the empty string gave", empty.text)
    need("reason: \n" not in server.whole() + "\n", "an empty field was stored")
    must(server.call("map_focus", request="heron", max_nodes=None, max_tokens=None, mentions=None))
    missing = server.call("map_focus")
    need(missing.refused and "request" in missing.text, "a missing request gave", missing.text)


@case("S07")
def enum_words_in_any_case(at):
    server = at.start()
    first = update(server, node("task", "a", status="Active", source="User"), node("T", "b", status="ACTIVE"),
                   {"op": "link", "from": "T1", "edge": "Depends On", "to": "T2"})
    need(first.ok or "depends_on" in first.text, "the refusal lists nothing:", first.text)
    if not first.ok:
        must(update(server, node("task", "a", status="Active", source="User"), node("T", "b", status="ACTIVE")))
    need("status: Active" not in server.whole() and "ACTIVE" not in server.whole(), server.whole())
    stranger = update(server, {"op": "link", "from": "T1", "edge": "relates to", "to": "T2"})
    need(stranger.refused and all(word in stranger.text for word in ("supports", "depends_on", "blocks", "next")),
         "the refusal lists nothing:", stranger.text)
