"""Measures appends to one of AG2's knowledge stores.

    ag2_stores.py memory | disk FOLDER | sqlite FILE | redis URL KEY_PREFIX

Reads requests from stdin, one JSON object a line, and answers each with one:
{"path", "size"} writes a file of so many bytes and answers {"size"};
{"path", "append", "budget_ms"} appends so many bytes again and again until the time is over, once at least, and answers {"us", "times"}:
microseconds of one, and how many there were.
"""

import asyncio
import json
import sys
import time

from ag2.knowledge import DiskKnowledgeStore, MemoryKnowledgeStore, RedisKnowledgeStore, SqliteKnowledgeStore


def open_store(kind, *place):
    if kind == "memory":
        return MemoryKnowledgeStore()
    if kind == "disk":
        return DiskKnowledgeStore(place[0])
    if kind == "sqlite":
        return SqliteKnowledgeStore(place[0])
    return RedisKnowledgeStore(place[0], key_prefix=place[1])


async def answer(store, request):
    path = request["path"]
    if "size" in request:
        await store.write(path, "j" * request["size"])
        return {"size": request["size"]}
    content = "a" * request["append"]
    start = now = time.perf_counter()
    times = 0
    while times == 0 or now - start < request["budget_ms"] / 1000:
        await store.append(path, content)
        times += 1
        now = time.perf_counter()
    return {"us": (now - start) * 1e6 / times, "times": times}


async def main():
    store = open_store(*sys.argv[1:])
    while line := sys.stdin.readline():
        print(json.dumps(await answer(store, json.loads(line))), flush=True)


asyncio.run(main())
