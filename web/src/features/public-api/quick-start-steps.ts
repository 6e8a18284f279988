import type { Language } from '@symbio/api/reference';

export interface Step {
  title: string;
  text: string;
  operations: readonly string[];
  samples: Readonly<Record<Language, string>>;
}

/** From a key to undoing everything. `origin` is this server's. */
export const quickStart = (origin: string, prefix: string): readonly Step[] => [
  {
    title: 'Get a key',
    text: 'Keep it in an environment variable, never in the source code. The client retries requests when the server asks it to wait, and sends an Idempotency-Key with every POST.',
    operations: [],
    samples: {
      curl: `export SYMBIO_API_KEY=sk_...
export SYMBIO=${origin}${prefix}

call() { curl -sS "$SYMBIO$1" -H "Authorization: Bearer $SYMBIO_API_KEY" "\${@:2}"; }
post() { call "$1" -H "Content-Type: application/json" -H "Idempotency-Key: $(uuidgen)" -d "$2"; }`,
      typescript: `import { createSymbioClient } from '@symbio/client';

const symbio = createSymbioClient({
  baseUrl: '${origin}',
  apiKey: process.env.SYMBIO_API_KEY!,
});`,
      python: `import os, uuid
import httpx

symbio = httpx.Client(
    base_url="${origin}${prefix}",
    headers={"Authorization": f"Bearer {os.environ['SYMBIO_API_KEY']}"},
)

def post(path, body):
    answer = symbio.post(path, json=body, headers={"Idempotency-Key": str(uuid.uuid4())})
    answer.raise_for_status()
    return answer.json()["data"]`,
    },
  },
  {
    title: 'Find a project and relevant pages',
    text: 'The search covers text recognized on scans and returns the position of each word on the page.',
    operations: ['listProjects', 'searchPages', 'getDocumentPage'],
    samples: {
      curl: `call "/projects?search=Gashouse"
PROJECT=...   # its id

call "/page-search?project_id=$PROJECT&q=gas+holder"
PAGE=...      # page_id of a hit
DOCUMENT=...  # its document_id`,
      typescript: `const { data: [project] } = await symbio.get('/projects', {
  params: { query: { search: 'Gashouse' } },
});

const { data: [hit] } = await symbio.get('/page-search', {
  params: { query: { project_id: project.id, q: 'gas holder' } },
});`,
      python: `project = symbio.get("/projects", params={"search": "Gashouse"}).json()["data"][0]

hits = symbio.get("/page-search", params={"project_id": project["id"], "q": "gas holder"})
hit = hits.json()["data"][0]`,
    },
  },
  {
    title: 'View a page, then a detail',
    text: 'Coordinates are pixels of the full-resolution image. X-Symbio-Region and X-Symbio-Scale state which part of the page the image shows and at what scale.',
    operations: ['getPageImage'],
    samples: {
      curl: `call "/document-pages/$PAGE/image?width=1024" -o page.jpg
call "/document-pages/$PAGE/image?region=2200,1600,800,600" -o closer.jpg -D headers.txt`,
      typescript: `const closer = await symbio.get('/document-pages/{id}/image', {
  params: { path: { id: hit.page_id }, query: { region: '2200,1600,800,600' } },
  parseAs: 'blob',
});`,
      python: `closer = symbio.get(
    f"/document-pages/{hit['page_id']}/image",
    params={"region": "2200,1600,800,600"},
)
picture, region = closer.content, closer.headers["X-Symbio-Region"]`,
    },
  },
  {
    title: 'Register an author and start a run',
    text: 'An author is an agent with its version. Everything written in a run can be listed, reviewed and undone together.',
    operations: ['createAuthor', 'createRun'],
    samples: {
      curl: `post /authors '{"author_type":"ai_agent","agent_name":"Tank Finder","agent_version":"1.4.0","agent_date":"2026-11-22"}'
AUTHOR=...

post /runs '{"project_id":"'$PROJECT'","author_id":"'$AUTHOR'","name":"Gas holders"}'
RUN=...`,
      typescript: `const { data: author } = await symbio.post('/authors', {
  body: { author_type: 'ai_agent', agent_name: 'Tank Finder', agent_version: '1.4.0', agent_date: '2026-11-22' },
});
const { data: run } = await symbio.post('/runs', {
  body: { project_id: project.id, author_id: author.id, name: 'Gas holders' },
});`,
      python: `author = post("/authors", {
    "author_type": "ai_agent",
    "agent_name": "Tank Finder",
    "agent_version": "1.4.0",
    "agent_date": "2026-11-22",
})
run = post("/runs", {"project_id": project["id"], "author_id": author["id"], "name": "Gas holders"})`,
    },
  },
  {
    title: 'Propose an annotation',
    text: 'An annotation by an agent is a proposal until a person accepts or rejects it.',
    operations: ['createAnnotation', 'createAnnotations'],
    samples: {
      curl: `post /annotations '{
  "document_id": "'$DOCUMENT'", "document_page_id": "'$PAGE'", "run_id": "'$RUN'", "author_id": "'$AUTHOR'",
  "annotation_type": "ellipse",
  "coordinates": {"centerX": 2310, "centerY": 1745, "radiusX": 120, "radiusY": 80},
  "content": "Gas holder"
}'
ANNOTATION=...`,
      typescript: `const { data: annotation } = await symbio.post('/annotations', {
  body: {
    document_id: hit.document_id,
    document_page_id: hit.page_id,
    run_id: run.id,
    author_id: author.id,
    annotation_type: 'ellipse',
    coordinates: { centerX: 2310, centerY: 1745, radiusX: 120, radiusY: 80 },
    content: 'Gas holder',
  },
});`,
      python: `annotation = post("/annotations", {
    "document_id": hit["document_id"],
    "document_page_id": hit["page_id"],
    "run_id": run["id"],
    "author_id": author["id"],
    "annotation_type": "ellipse",
    "coordinates": {"centerX": 2310, "centerY": 1745, "radiusX": 120, "radiusY": 80},
    "content": "Gas holder",
})`,
    },
  },
  {
    title: 'Name the feature and add a mention',
    text: 'Each site is one feature, however many mentions it has: search for it before creating it. The land uses and their meanings have their own list. Confidence ranges from 0 to 10.',
    operations: ['listFeatures', 'listLandUses', 'createFeature', 'createMention'],
    samples: {
      curl: `call "/features?project_id=$PROJECT&name_ilike=%25gas%25"
call "/land-uses"
post /features '{"project_id":"'$PROJECT'","name":"East 21st Street Gas Works","land_use":["manufactured_gas_plant"],
  "author_id":"'$AUTHOR'","run_id":"'$RUN'"}'
FEATURE=...

post /mentions '{"feature_of_interest_id":"'$FEATURE'","source_annotation_id":"'$ANNOTATION'",
  "narrative":"Gas holder on the sheet of 1890.","confidence":8,"use_type":"historical",
  "author_id":"'$AUTHOR'","run_id":"'$RUN'"}'`,
      typescript: `const { data: [known] } = await symbio.get('/features', {
  params: { query: { project_id: project.id, name_ilike: '%gas%' } },
});
const feature = known ?? (await symbio.post('/features', {
  body: {
    project_id: project.id,
    name: 'East 21st Street Gas Works',
    land_use: ['manufactured_gas_plant'],
    author_id: author.id,
    run_id: run.id,
  },
})).data;
await symbio.post('/mentions', {
  body: {
    feature_of_interest_id: feature.id,
    source_annotation_id: annotation.id,
    narrative: 'Gas holder on the sheet of 1890.',
    confidence: 8,
    use_type: 'historical',
    author_id: author.id,
    run_id: run.id,
  },
});`,
      python: `found = symbio.get("/features", params={"project_id": project["id"], "name_ilike": "%gas%"})
feature = next(iter(found.json()["data"]), None) or post("/features", {
    "project_id": project["id"],
    "name": "East 21st Street Gas Works",
    "land_use": ["manufactured_gas_plant"],
    "author_id": author["id"],
    "run_id": run["id"],
})
post("/mentions", {
    "feature_of_interest_id": feature["id"],
    "source_annotation_id": annotation["id"],
    "narrative": "Gas holder on the sheet of 1890.",
    "confidence": 8,
    "use_type": "historical",
    "author_id": author["id"],
    "run_id": run["id"],
})`,
    },
  },
  {
    title: 'Undo the run',
    text: 'Everything written in the run is undone. Items that other work depends on stay and are listed.',
    operations: ['listRunWrites', 'undoRun'],
    samples: {
      curl: `call "/runs/$RUN/writes"
post "/runs/$RUN/undo" ''`,
      typescript: `for await (const write of symbio.paginate('/runs/{id}/writes', { params: { path: { id: run.id } } }))
  console.log(write.kind, write.label);

await symbio.post('/runs/{id}/undo', { params: { path: { id: run.id } } });`,
      python: `print(symbio.get(f"/runs/{run['id']}/writes").json()["data"])

symbio.post(f"/runs/{run['id']}/undo").raise_for_status()`,
    },
  },
];
