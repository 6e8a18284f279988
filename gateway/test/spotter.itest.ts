/** The spotter through the real services: what it learns from decisions, and what a blind sample holds back. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createFolderStore } from '@symbio/blobs';
import { connectMongo, type Connection } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import { sheet, writeJpegPyramid } from '@symbio/page-engine/testing';
import { Word } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { callAsService } from '@symbio/rpc/testing';
import { makeAccounts, type Account } from './access/accounts.js';
import { endJob } from './access/end-job.js';
import { FILES_SECRET, startSystem, type System } from './access/system.js';
import { PAGE_SIZE, PDF, pageRecord, projectBody } from './access/samples.js';

interface Mark {
  id: string;
  document_page_id: string;
  content: string;
  rule?: { action: string; rule_id: string };
}

let system: System;
let staff: Account;
let spots: Connection;
let marks: Connection;
let blobs: ReturnType<typeof createFolderStore>;
let picture: Buffer;

async function send(method: string, at: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(system.url + at, {
    method,
    ...(signal && { signal }),
    headers: {
      authorization: `Bearer ${staff.tokens.access_token}`,
      accept: 'application/json, text/event-stream',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function call<T>(method: string, at: string, body?: unknown): Promise<T> {
  const response = await send(method, at, body);
  const { data, error } = (await response.json()) as { data: T; error?: string };
  expect([at, error]).toEqual([at, undefined]);
  return data;
}

/** @returns what the live stream of a project has sent */
async function listen(projectId: string, signal: AbortSignal): Promise<() => string> {
  const { body } = await send('GET', `/api/events?project_id=${projectId}`, undefined, signal);
  let heard = '';
  const read = async (): Promise<void> => {
    for await (const piece of body ?? []) heard += Buffer.from(piece as Uint8Array).toString('utf8');
  };
  // ends with the signal
  void read().catch(() => undefined);
  return () => heard;
}

const databaseOf = async (service: string): Promise<Connection> => {
  const database = system.databases.find((name) => name.startsWith(`access_${service}_`)) ?? '';
  return connectMongo({ uri: testConfig('access').MONGODB_URI, database, appName: 'spotter' });
};

beforeAll(async () => {
  system = await startSystem();
  await system.startSpotter();
  ({ staff } = await makeAccounts(system, [{ name: 'staff', role: 'symbio' }]));
  await call('GET', '/api/me');
  [spots, marks] = [await databaseOf('feature'), await databaseOf('annotation')];
  const scratch = await mkdtemp(path.join(tmpdir(), 'symbio-spotter-'));
  const file = path.join(scratch, 'pyramid.tif');
  await writeJpegPyramid(sheet(PAGE_SIZE.width, PAGE_SIZE.height), PAGE_SIZE.width, PAGE_SIZE.height, file);
  picture = await readFile(file);
  await rm(scratch, { recursive: true });
  blobs = createFolderStore({ dir: system.blobDir, secret: FILES_SECRET });
});

afterAll(async () => {
  await blobs?.close();
  await spots?.close();
  await marks?.close();
  await system?.stop();
});

const makeProject = async (title: string): Promise<string> =>
  (await call<{ id: string }>('POST', '/api/public/projects', projectBody(title))).id;

async function upload(projectId: string): Promise<string> {
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('category', 'sanborn_maps');
  form.append('files', new Blob([PDF], { type: 'application/pdf' }), 'sheets.pdf');
  const [file] = await call<{ document?: { id: string } }[]>('POST', '/api/documents', form);
  return file?.document?.id ?? '';
}

/** `FILLING STA.` at these places. */
const lettering = (places: readonly number[]): Word[] =>
  places.flatMap((y) => [
    Word.fromPartial({ text: 'FILLING', x: 200, y, width: 112, height: 20, confidence: 1 }),
    Word.fromPartial({ text: 'STA.', x: 326, y, width: 64, height: 20, confidence: 1 }),
  ]);

/** As the worker records an analysis of a document, page by page, and waits for the spotter. */
async function analyze(projectId: string, documentId: string, pages: readonly (readonly number[])[]): Promise<void> {
  const worker = await callAsService('document-worker');
  const held = { documentId, jobId: newId() };
  const { document } = system.clients;
  await document.beginProcessing(held, worker);
  await document.recordPageCount({ documentId, totalPages: pages.length }, worker);
  for (const [at, places] of pages.entries()) {
    const folder = `projects/${projectId}/documents/${documentId}/pages/${at + 1}/${held.jobId}`;
    await blobs.put(`${folder}/pyramid.tif`, Readable.from([picture]), {
      ...{ contentType: 'image/tiff', maxBytes: picture.length },
    });
    const record = { ...pageRecord(documentId, held.jobId, folder), pageNumber: at + 1, words: lettering(places) };
    await document.recordPage(record, worker);
  }
  await endJob(system.clients, { ...held, projectId });
  await eventually(async () =>
    expect(await spots.collection('spots').countDocuments({ documentId, done: true })).toBe(pages.flat().length),
  );
}

const marksIn = (documentId: string): Promise<Mark[]> =>
  call('GET', `/api/public/annotations?document_id=${documentId}&per_page=100`);

describe('What the spotter learns from decisions (decision 157)', () => {
  it('hides a label that people rejected three times when it reads a page again, and shows it without the rule', async () => {
    const projectId = await makeProject('Street names');
    const documentId = await upload(projectId);
    await analyze(projectId, documentId, [[200], [200], [200]]);
    const proposed = await marksIn(documentId);
    expect(proposed.map(({ content }) => content)).toEqual(['FILLING STA.', 'FILLING STA.', 'FILLING STA.']);
    await eventually(async () =>
      expect(await call<unknown[]>('GET', `/api/projects/${projectId}/unassociated-mentions`)).toHaveLength(3),
    );
    for (const { id } of proposed)
      await call('POST', `/api/annotations/${id}/review`, { action: 'reject', reason: 'A street name' });
    const rules = () =>
      call<{ id: string; reason: string; status: string }[]>('GET', `/api/public/projects/${projectId}/review-rules`);
    await eventually(async () =>
      expect(await rules()).toMatchObject([
        { status: 'active', reason: 'Rejected 3 times in one document: FILLING STA.' },
      ]),
    );
    const [rule] = await rules();

    // the same page with another lettering
    await analyze(projectId, documentId, [[200, 1200], [200], [200]]);
    const isKnown = (mark: Mark): boolean => proposed.some(({ id }) => id === mark.id);
    const added = async () => (await marksIn(documentId)).filter((mark) => !isKnown(mark));
    await eventually(async () =>
      expect(await added()).toMatchObject([
        { content: 'FILLING STA.', rule: { action: 'suppress', rule_id: rule?.id } },
      ]),
    );
    await call('POST', `/api/public/review-rules/${rule?.id}/remove`);
    await eventually(async () => expect((await added())[0]).not.toHaveProperty('rule'));
  });
});

describe('A blind sample (decision 165)', () => {
  it('holds the spotter’s proposals back from every read until a person has marked the sheet', async () => {
    const projectId = await makeProject('A blind sample');
    await call('PUT', `/api/public/projects/${projectId}/blind-sample`, { percent: 50 });
    const documentId = await upload(projectId);
    const ended = new AbortController();
    const heard = await listen(projectId, ended.signal);
    await analyze(
      projectId,
      documentId,
      Array.from({ length: 24 }, () => [200]),
    );

    const held = await marks.collection('annotations').find({ documentId, heldBack: true }).toArray();
    const heldIds = held.map(({ _id }) => String(_id));
    const heldMentions = await spots.collection('mentions').find({ projectId, heldBack: true }).toArray();
    expect(heldIds.length).toBeGreaterThan(0);
    expect(heldMentions).toHaveLength(heldIds.length);
    const secrets = [...heldIds, ...heldMentions.map(({ _id }) => String(_id))];
    const shown = 24 - heldIds.length;
    await eventually(() => expect([...heard().matchAll(/"entity":"mention"/g)].length).toBeGreaterThanOrEqual(shown));

    const pageId = String(held[0]?.['documentPageId']);
    const tool = (name: string, given: object) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    });
    const reads: [string, string, unknown?][] = [
      ['GET', `/api/public/annotations?document_id=${documentId}&per_page=100`],
      ['GET', `/api/public/annotations?document_page_id=${pageId}`],
      ['GET', `/api/public/annotations?project_id=${projectId}&per_page=100`],
      ['GET', `/api/projects/${projectId}/annotations`],
      ['GET', `/api/public/mentions?project_id=${projectId}&per_page=100`],
      ['GET', `/api/projects/${projectId}/unassociated-mentions`],
      ['GET', `/api/projects/${projectId}/changes`],
      ['GET', `/api/public/projects/${projectId}/review-list`],
      ['GET', `/api/projects/${projectId}/export?what=annotations&format=geojson`],
      ['GET', `/api/projects/${projectId}/export?what=mentions&format=csv`],
      ['GET', `/api/public/documents/${documentId}/manifest`],
      ['GET', `/api/search?q=FILLING`],
      ['POST', '/mcp', tool('list_annotations', { document_id: documentId })],
      ['POST', '/mcp', tool('list_mentions', { project_id: projectId })],
    ];
    for (const [method, at, body] of reads) {
      const response = await send(method, at, body);
      const text = await response.text();
      expect([at, response.status, secrets.filter((id) => text.includes(id))]).toEqual([at, 200, []]);
    }
    for (const id of heldIds) expect((await send('GET', `/api/public/annotations/${id}`)).status).toBe(404);
    for (const { _id: id } of heldMentions)
      expect((await send('GET', `/api/public/mentions/${String(id)}`)).status).toBe(404);
    expect(secrets.filter((id) => heard().includes(id))).toEqual([]);
    const counted = () =>
      call<{ progress?: { counts?: { to_review: number; to_link: number } } }>(
        'GET',
        `/api/public/projects/${projectId}`,
      );
    await eventually(async () =>
      expect((await counted()).progress?.counts).toMatchObject({ to_review: shown, to_link: shown }),
    );

    expect(await call('GET', `/api/public/document-pages/${pageId}/blind-sheet`)).toMatchObject({ status: 'blind' });
    await call('POST', `/api/public/document-pages/${pageId}/blind-sheet/mark`);
    expect(await call<Mark[]>('GET', `/api/public/annotations?document_page_id=${pageId}`)).toMatchObject([
      { id: heldIds[0], content: 'FILLING STA.' },
    ]);
    await eventually(async () =>
      expect((await counted()).progress?.counts).toMatchObject({ to_review: shown + 1, to_link: shown + 1 }),
    );
    await eventually(() => expect(heard()).toContain(heldIds[0]));
    ended.abort();
  });
});
