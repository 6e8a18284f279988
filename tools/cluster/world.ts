import { createHash, randomUUID } from 'node:crypto';
import { newId } from '@symbio/kit';
import { makeTestSheetPdf } from '../demo/map-set.js';
import type { Ledger, Row, Write } from './ledger.js';
import type { Call, Operation } from './load.js';
import { eventually, formParts, jsonParts, type Session } from './session.js';
import type { Answer } from './site.js';

interface Item {
  id: string;
}
interface DocumentItem extends Item {
  file_name: string;
  file_url: string;
  processing_status: string;
}
interface PageItem extends Item {
  status: string;
  thumbnail_url: string | null;
  tile_source: { Image: { Url: string; Format: string } } | null;
}

/** What the load works on: a project with a sheet that is ready, and an issue. */
export interface World {
  /** Stands in every marker of this run. */
  run: string;
  projectId: string;
  documentId: string;
  pageId: string;
  issueId: string;
}

/** Width of sheets in pixels: large enough for several levels of tiles, drawn in a second. */
const SHEET_PIXELS = 1600;

const parsed = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Fields of a project that nothing depends on. */
const projectFields = (id: string, title: string): object => ({
  id,
  title,
  due_date: '2027-03-31',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: 'Gashouse District Partners',
});

/** Uploads one file under an id of ours. */
async function uploadCall(projectId: string, id: string, name: string, bytes: Buffer): Promise<Call> {
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('id', id);
  form.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  return { method: 'POST', path: '/api/documents', ...(await formParts(form)) };
}

/** The id of a file that was taken. @throws Error for one that was refused */
function uploadedId(answer: Answer): string {
  const [first] = parsed<{ data: { document?: Item; error?: string }[] }>(answer).data;
  if (!first?.document) throw new Error(`the file was not taken: ${first?.error ?? 'no item'}`);
  return first.document.id;
}

/** Uploads a file and starts the work on it. @returns its id */
export async function process(session: Session, projectId: string, name: string, bytes: Buffer): Promise<string> {
  const id = newId();
  const { method, path, ...parts } = await uploadCall(projectId, id, name, bytes);
  uploadedId(await session.send(method, path, parts));
  await session.json('POST', '/api/document-processor', { documentId: id, projectId });
  return id;
}

/** Waits until the pages of a document are ready. @throws Error when its work failed */
export const pagesOf = (session: Session, documentId: string, withinMs?: number): Promise<PageItem[]> =>
  eventually(async () => {
    const { data } = await session.json<{ data: DocumentItem }>('GET', `/api/documents/${documentId}`);
    if (!['pages_ready', 'analysis_complete'].includes(data.processing_status))
      throw new Error(`document ${documentId} is ${data.processing_status}`);
    return (await session.json<{ data: PageItem[] }>('GET', `/api/documents/${documentId}/pages`)).data;
  }, withinMs);

/** A project of its own. @returns its id */
export async function makeProject(session: Session, title: string): Promise<string> {
  const id = newId();
  await session.json('POST', '/api/public/projects', projectFields(id, title));
  return id;
}

/** Makes what the load works on. */
export async function makeWorld(session: Session): Promise<World> {
  const run = `run-${randomUUID().slice(0, 8)}`;
  const projectId = await makeProject(session, `Load ${run}`);
  const { pdf } = await makeTestSheetPdf({ width: SHEET_PIXELS });
  const documentId = await process(session, projectId, `sheet ${run}.pdf`, pdf);
  const [page] = await pagesOf(session, documentId);
  if (!page) throw new Error('the sheet has no page');
  const issueId = newId();
  await session.json('POST', '/api/public/issues', {
    id: issueId,
    title: `Load ${run}`,
    description: 'Comments go here.',
  });
  return { run, projectId, documentId, pageId: page.id, issueId };
}

/** The operations of the load, in the order in which they are done: half of them read, a twentieth uploads. */
export function operations(world: World, ledger: Ledger): Operation[] {
  const { run, projectId, documentId, pageId, issueId } = world;
  let count = 0;
  const marker = (): string => `${run} ${String(++count).padStart(6, '0')}`;
  /** What `make` prepared, for `write` to enter. */
  const pending = new WeakMap<object, Omit<Write, 'acknowledged'>>();
  const write = (call: Call): Write => {
    const entry = pending.get(call);
    if (!entry) throw new Error('a call without its entry');
    return ledger.begin(entry);
  };
  const made = (call: Call, entry: Omit<Write, 'acknowledged'>): Call => {
    pending.set(call, entry);
    return call;
  };
  const idOf = (answer: Answer): string => parsed<{ data: Item }>(answer).data.id;

  const project: Operation = {
    name: 'create a project',
    make: () => {
      const [id, title] = [newId(), marker()];
      const call = { method: 'POST', path: '/api/public/projects', ...jsonParts(projectFields(id, title)) };
      return made(call, { kind: 'project', marker: title, id });
    },
    write,
    check: idOf,
  };
  const annotation: Operation = {
    name: 'create an annotation',
    make: () => {
      const [id, content] = [newId(), marker()];
      const coordinates = { centerX: 100 + (count % 1000), centerY: 200, radiusX: 20, radiusY: 20, theta: 0 };
      const fields = {
        id,
        document_id: documentId,
        document_page_id: pageId,
        annotation_type: 'ellipse',
        coordinates,
        content,
      };
      const call = { method: 'POST', path: '/api/public/annotations', ...jsonParts(fields) };
      return made(call, { kind: 'annotation', marker: content, id });
    },
    write,
    check: idOf,
  };
  const comment: Operation = {
    name: 'create a comment',
    make: () => {
      // without an id of ours: the key alone keeps a repeat from making another
      const content = marker();
      const { headers, body } = jsonParts({ issue_id: issueId, content });
      const call = {
        method: 'POST',
        path: '/api/public/issues/comments',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body,
      };
      return made(call, { kind: 'comment', marker: content });
    },
    write,
    check: idOf,
  };
  const upload: Operation = {
    name: 'upload a file',
    make: async () => {
      const [id, name] = [newId(), `${marker()}.pdf`];
      const bytes = smallPdf(name);
      return made(await uploadCall(projectId, id, name, bytes), {
        kind: 'document',
        marker: name,
        id,
        sha256: sha256(bytes),
      });
    },
    write,
    check: uploadedId,
  };
  const readAnnotation: Operation = {
    name: 'read an acknowledged annotation',
    make: () => {
      const known = ledger.acknowledged('annotation');
      const one = known[Math.floor(Math.random() * known.length)];
      return one && { method: 'GET', path: `/api/public/annotations/${one.id}` };
    },
    check: idOf,
  };
  const listProjects: Operation = {
    name: 'list projects',
    make: () => ({ method: 'GET', path: `/api/public/projects?search=${run}` }),
    check: countOf,
  };
  const listAnnotations: Operation = {
    name: 'list annotations',
    make: () => ({ method: 'GET', path: `/api/public/annotations?document_id=${documentId}&page=1&per_page=20` }),
    check: countOf,
  };
  const pages: Operation = {
    name: 'list pages',
    make: () => ({ method: 'GET', path: `/api/documents/${documentId}/pages` }),
    check: (answer) => {
      const [page] = parsed<{ data: PageItem[] }>(answer).data;
      if (!page?.tile_source) throw new Error('the page has no tiles');
      const { Url, Format } = page.tile_source.Image;
      tile = `${Url}0/0_0.${Format}`;
      return page.id;
    },
  };
  /** Signed for an hour, and told anew with every list of pages. */
  let tile: string | undefined;
  const readTile: Operation = {
    name: 'read a tile',
    make: () => (tile === undefined ? undefined : { method: 'GET', path: tile }),
    check: ({ body }) => {
      if (body.length === 0) throw new Error('the tile is empty');
      return tile ?? '';
    },
  };
  const web: Operation = {
    name: 'open the application',
    make: () => ({ method: 'GET', path: '/projects' }),
    check: ({ body }) => {
      if (!body.includes('<div id="root"')) throw new Error('this is not the application');
      return 'index.html';
    },
  };
  const reads = [listProjects, readAnnotation, readTile, listAnnotations, pages, readAnnotation, readTile, web];
  return [
    ...[reads[4], annotation, reads[0], annotation, reads[1], project, reads[2], annotation, reads[3], comment],
    ...[reads[5], annotation, reads[6], upload, reads[7], annotation, reads[0], comment, reads[1], annotation],
  ].filter((operation) => operation !== undefined);
}

const countOf = (answer: Answer): string => String(parsed<{ data: Item[] }>(answer).data.length);

/** Bytes of a page of nothing whose file differs from all others. */
export function smallPdf(text: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let file = `%PDF-1.4\n% ${text}\n`;
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 4\n0000000000 65535 f \n${entries}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Everything of this run that is there, files with the hash of the bytes that are downloaded. */
export async function rowsThere(session: Session, world: World): Promise<Row[]> {
  const { run, projectId, documentId, issueId } = world;
  const projects = await session.list<Item & { title: string }>(`/api/public/projects?search=${run}`);
  const annotations = await session.list<Item & { content: string | null }>(
    `/api/public/annotations?document_id=${documentId}`,
  );
  const comments = await session.list<Item & { content: string }>(`/api/public/issues/comments?issue_id=${issueId}`);
  const documents = await session.list<DocumentItem>(`/api/documents?project_id=${projectId}`);
  const rows: Row[] = [
    ...projects.map(({ id, title }): Row => ({ kind: 'project', id, marker: title })),
    ...annotations.map(({ id, content }): Row => ({ kind: 'annotation', id, marker: content ?? '' })),
    ...comments.map(({ id, content }): Row => ({ kind: 'comment', id, marker: content })),
  ];
  for (const { id, file_name: marker, file_url } of documents) {
    const { status, body } = await session.site.send('GET', file_url);
    if (status === 200) rows.push({ kind: 'document', id, marker, sha256: sha256(body) });
  }
  return rows;
}
