"""An agent on the public API of Symbio, with the standard library only (Python 3.9 or newer).

    python3 examples/agent-python/agent.py --url http://127.0.0.1:8080 --key sk_... --project "Gas Works" --words gas

Creates an author and a run, searches pages, fetches the image around each hit, proposes annotations and mentions,
improves one of them, and undoes everything; with --keep the proposals stay for review.
"""

import argparse
import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ATTEMPTS = 5
LONGEST_PAUSE_S = 60
# factor around the words, so that the region shows what they name
MARGIN = 2


class Refused(Exception):
    """An error response: a message for people, `code` and `fields` for programs."""

    def __init__(self, status, body):
        super().__init__(body.get("error") or f"The server answered {status}.")
        self.status = status
        self.code = body.get("code")
        self.fields = body.get("fields") or {}
        self.request_id = body.get("request_id")


def should_retry(status, body, is_safe):
    """Whether a retry may succeed and is safe."""
    if status in (429, 503):
        return True
    if status == 504:
        # the outcome is unknown
        return is_safe
    # the first attempt is still running
    return status == 409 and body.get("code") == "idempotency_in_progress"


class Symbio:
    """Calls of the public API for one key."""

    def __init__(self, url, key):
        self.base = url.rstrip("/") + "/api/public"
        self.key = key

    def send(self, method, path, query=None, body=None):
        """Sends a request, with retries. Returns headers and bytes."""
        address = self.base + path
        if query:
            address += "?" + urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        headers = {"Authorization": f"Bearer {self.key}"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if method == "POST":
            # the same for every attempt, so that none is executed twice
            headers["Idempotency-Key"] = str(uuid.uuid4())
        # a read, or a request with an Idempotency-Key
        is_safe = method in ("GET", "POST")
        for attempt in range(1, ATTEMPTS + 1):
            request = urllib.request.Request(address, data=data, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                pause = error.headers.get("Retry-After", "")
                seconds = int(pause) if pause.isdigit() else 2**attempt
                refusal = json_of(error.read())
                if not should_retry(error.code, refusal, is_safe) or attempt == ATTEMPTS or seconds > LONGEST_PAUSE_S:
                    raise Refused(error.code, refusal) from error
            except (OSError, http.client.HTTPException):
                # connection failure or timeout
                if not is_safe or attempt == ATTEMPTS:
                    raise
                seconds = 2**attempt
            time.sleep(seconds)

    def get(self, path, **query):
        return json.loads(self.send("GET", path, query)[1])

    def post(self, path, body=None):
        return json.loads(self.send("POST", path, body=body)[1])

    def put(self, path, query, body):
        return json.loads(self.send("PUT", path, query, body)[1])

    def every(self, path, **query):
        """Iterates over all items of a list."""
        place = {}
        while True:
            answer = self.get(path, **query, per_page=100, **place)
            yield from answer["data"]
            if answer["next_cursor"]:
                place = {"cursor": answer["next_cursor"]}
            elif "cursor" not in place and answer["page"] < answer["total_pages"]:
                place = {"page": answer["page"] + 1}
            else:
                return


def json_of(text):
    try:
        found = json.loads(text)
    except ValueError:
        # the response of a proxy
        return {}
    return found if isinstance(found, dict) else {}


def around(box):
    """An ellipse around a word, in pixels of the full-resolution page."""
    return {
        "centerX": box["x"] + box["width"] / 2,
        "centerY": box["y"] + box["height"] / 2,
        "radiusX": box["width"] / 2 * MARGIN,
        "radiusY": box["height"] / 2 * MARGIN,
    }


def look(symbio, page_id, shape):
    """Fetches the image around a hit; a real agent passes it to its model here."""
    left, top = shape["centerX"] - shape["radiusX"], shape["centerY"] - shape["radiusY"]
    region = ",".join(str(round(side)) for side in (left, top, 2 * shape["radiusX"], 2 * shape["radiusY"]))
    headers, picture = symbio.send("GET", f"/document-pages/{page_id}/image", {"region": region, "format": "png"})
    return headers["X-Symbio-Region"], picture


def feature_of(symbio, project_id, words, land_use, by):
    """The feature of a project: one site has one, however often it is seen."""
    known = symbio.get("/features", project_id=project_id, land_use_overlaps=land_use)["data"]
    if known:
        return known[0]
    body = {"project_id": project_id, "name": f"{words} (found by search)", "land_use": [land_use], **by}
    return symbio.post("/features", body)["data"]


def items_of(answer):
    """Results of a batch; raises the first refusal."""
    for item in answer["data"]:
        if "data" not in item:
            raise Refused(item["status"], item)
    return [item["data"] for item in answer["data"]]


def work(symbio, options):
    projects = symbio.get("/projects", search=options.project)["data"]
    if not projects:
        sys.exit("This key sees no such project.")
    project = projects[0]
    author = symbio.post(
        "/authors",
        {
            "author_type": "ai_agent",
            "agent_name": "Example agent in Python",
            "agent_version": "1.0.0",
            "agent_date": "2026-11-22",
        },
    )["data"]
    run = symbio.post(
        "/runs", {"project_id": project["id"], "author_id": author["id"], "name": f"Search for {options.words}"}
    )["data"]
    print(f'{project["number"]} {project["title"]}: run {run["id"]} looks for "{options.words}".')
    try:
        propose(symbio, project, author, run, options)
        writes = list(symbio.every(f'/runs/{run["id"]}/writes'))
    except BaseException:
        # also after Ctrl-C: undo partial work
        if not options.keep:
            undo(symbio, run)
        raise
    symbio.post(f'/runs/{run["id"]}/{"finish" if options.keep else "undo"}')
    print(f'{len(writes)} writes are {"left for review" if options.keep else "undone"}.')


def undo(symbio, run):
    """Undoes partial work after a failure; the original error is reported."""
    try:
        symbio.post(f'/runs/{run["id"]}/undo')
        print("All writes are undone.")
    except (Refused, OSError, http.client.HTTPException) as error:
        print(f'Run {run["id"]} could not be undone ({error}): undo it under Review.', file=sys.stderr)


def propose(symbio, project, author, run, options):
    by = {"author_id": author["id"], "run_id": run["id"]}
    hits = [hit for hit in symbio.get("/page-search", project_id=project["id"], q=options.words, per_page=5)["data"] if hit["boxes"]]
    for hit in hits:
        region, picture = look(symbio, hit["page_id"], around(hit["boxes"][0]))
        print(f'  {hit["document_title"]}, {hit["label"]}: {len(picture)} bytes of picture at {region}')
    if hits:
        annotations = items_of(
            symbio.post(
                "/annotations/batch",
                {
                    "mode": "all",
                    "items": [
                        {
                            **by,
                            "document_id": hit["document_id"],
                            "document_page_id": hit["page_id"],
                            "annotation_type": "ellipse",
                            "coordinates": around(hit["boxes"][0]),
                            "content": hit["boxes"][0]["text"],
                        }
                        for hit in hits
                    ],
                },
            )
        )
        feature = feature_of(symbio, project["id"], options.words, options.land_use, by)
        mentions = items_of(
            symbio.post(
                "/mentions/batch",
                {
                    "mode": "all",
                    "items": [
                        {
                            **by,
                            "feature_of_interest_id": feature["id"],
                            "source_annotation_id": annotation["id"],
                            "narrative": f'"{annotation["content"]}" is written on {hit["label"]} of {hit["document_title"]}.',
                            "confidence": 5,
                            "use_type": "suspected",
                        }
                        for annotation, hit in zip(annotations, hits)
                    ],
                },
            )
        )
        print(f'{len(annotations)} annotations are proposed for {feature["name"]}.')
        first = mentions[0]
        symbio.put(
            "/mentions",
            {"id": first["id"]},
            {
                "current_author_id": author["id"],
                "run_id": run["id"],
                "narrative": first["narrative"] + " Seen again, closer.",
                "confidence": 6,
                # refused if another record was written since
                "updated_at": first["updated_at"],
            },
        )
        records = symbio.get("/mention-history", annotation_id=first["source_annotation_id"])["data"]
        print("A second look: " + ", ".join(f'{one["status"]} ({one["confidence"]})' for one in records) + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--key", default="sk_local_0000000000000000000000000000")
    parser.add_argument("--project", help="part of the project's title or number")
    parser.add_argument("--words", default="gas")
    parser.add_argument("--land-use", default="manufactured_gas_plant")
    parser.add_argument("--keep", action="store_true", help="keep the proposals for review")
    options = parser.parse_args()
    try:
        work(Symbio(options.url, options.key), options)
    except Refused as refusal:
        sys.exit(f"{refusal} {refusal.fields or ''} ({refusal.code}, request {refusal.request_id})")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"Symbio did not answer: {error}")


if __name__ == "__main__":
    main()
