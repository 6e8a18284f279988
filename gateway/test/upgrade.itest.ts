/** A backup of data of version 0.2.0 is restored, migrated and served by all services (decision 0163). */
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashPassword } from '@symbio/fixtures/issuer/passwords';
import { connectMongo } from '@symbio/mongo';
import { insertRowsOf, testConfig } from '@symbio/mongo/testing';
import { makeBackup } from '@symbio/operations/backup/backup';
import { archiveAt, destinationOf } from '@symbio/operations/backup/destinations';
import { restoreArchive, type RestoreSummary } from '@symbio/operations/backup/restore';
import { productVersion } from '@symbio/operations/backup/settings';
import { openStores, type Stores } from '@symbio/operations/backup/stores';
import { sheet, writeJpegPyramid } from '@symbio/page-engine/testing';
import { eventually } from '@symbio/runtime/testing';
import { PASSWORD } from './access/accounts.js';
import { signIn } from './access/credentials.js';
import { PDF } from './access/samples.js';
import { startSystem, type Places, type System } from './access/system.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [PROJECT, DOCUMENT, PAGE, FEATURE, ISSUE] = [id(1), id(2), id(3), id(5), id(8)];
const ADA = id(80);
const EMAIL = 'ada@symbio.test';
/** Services of version 0.2.0; each tests its own rows in test/upgrade.itest.ts. */
const SERVICES = ['identity', 'project', 'document', 'annotation', 'feature', 'job', 'issue', 'webhook'];
const SIZE = { width: 1000, height: 800 };
const quiet = { say: () => undefined, signal: new AbortController().signal };

let folder: string;
let system: System;
let restored: RestoreSummary;
let token: string;

/** As version 0.2.0 left them: rows, the files of one page, and an account. */
async function fillAsBefore({ database, blobs, accountsDir = '' }: Stores, uri: string): Promise<void> {
  for (const service of SERVICES) {
    const connection = await connectMongo({ uri, database: database(service).databaseName, appName: 'test' });
    const rows = new URL(`../../services/${service}/test/data/0.2.0.json`, import.meta.url);
    const copy = path.join(folder, `${service}.json`);
    // the accounts of these people have no UUID
    await fs.writeFile(copy, (await fs.readFile(rows, 'utf8')).replaceAll('"ada"', `"${ADA}"`));
    await insertRowsOf(pathToFileURL(copy), connection);
    await connection.close();
  }
  const at = `projects/${PROJECT}/documents/${DOCUMENT}`;
  const pyramid = path.join(folder, 'pyramid.tif');
  await writeJpegPyramid(sheet(SIZE.width, SIZE.height), SIZE.width, SIZE.height, pyramid);
  const files: [string, Buffer, string][] = [
    [`${at}/original.pdf`, Buffer.from(PDF), 'application/pdf'],
    [`${at}/pages/1/abc/pyramid.tif`, await fs.readFile(pyramid), 'image/tiff'],
    [`${at}/pages/1/abc/thumbnail.webp`, Buffer.from('thumbnail'), 'image/webp'],
  ];
  for (const [key, body, contentType] of files) await blobs?.put(key, body, { contentType });
  const account = { id: ADA, email: EMAIL, name: 'Ada Marsh', roles: ['administrator'], createdAt: 0 };
  const user = { ...account, emailVerified: true, enabled: true, passwordHash: await hashPassword(PASSWORD, 16) };
  await fs.mkdir(accountsDir, { recursive: true });
  await fs.writeFile(path.join(accountsDir, 'users.json'), JSON.stringify([user]));
}

async function backupAsBefore({ mongoUri, natsUrl }: Places): Promise<string> {
  const stores = await openStores({
    ...{ mongoUri, natsUrl, natsReplicas: 1, databasePrefix: `${testConfig('then').MONGODB_DB}_` },
    ...{ blobUrl: pathToFileURL(path.join(folder, 'blobs')).href, accountsDir: path.join(folder, 'accounts') },
  });
  try {
    await fillAsBefore(stores, mongoUri);
    const file = path.join(folder, 'symbio.tar');
    const { keep } = await destinationOf(file, new Date(), false);
    await makeBackup({ stores, encryption: undefined, product: '0.2.0', keep, relayMs: 0, ...quiet });
    return file;
  } finally {
    for (const service of SERVICES) await stores.database(service).dropDatabase();
    await stores.close();
  }
}

async function restoreInto({ mongoUri, natsUrl, blobDir, accountsDir, databaseOf }: Places, file: string) {
  const blobUrl = pathToFileURL(blobDir).href;
  const stores = await openStores({ mongoUri, natsUrl, blobUrl, accountsDir, natsReplicas: 1 });
  try {
    const { source } = await archiveAt(file);
    restored = await restoreArchive({
      ...{
        stores: { ...stores, database: (service: string) => stores.mongo.db(databaseOf(service)) },
        source,
        decryption: {},
        product: productVersion(),
      },
      ...{ force: false, silent: false, ...quiet },
    });
  } finally {
    await stores.close();
  }
}

async function call(method: string, address: string, body?: unknown): Promise<Response> {
  return fetch(new URL(address, system.url), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function read<T = Record<string, unknown>[]>(address: string): Promise<T> {
  const response = await call('GET', address);
  const { data, ...refusal } = (await response.json()) as { data: T };
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${JSON.stringify(refusal)}`);
  return data;
}

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'symbio-upgrade-'));
  system = await startSystem(async (places) => restoreInto(places, await backupAsBefore(places)));
  ({ access_token: token } = await signIn(system.issuerUrl, EMAIL, PASSWORD));
});
afterAll(async () => {
  await system?.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

describe('a backup of version 0.2.0', () => {
  it('is restored with all rows, files and accounts', () => {
    expect(restored).toMatchObject({ manifest: { product: '0.2.0' }, refused: 0, blobs: 3 });
    expect(Object.keys(restored.rows).sort()).toEqual([...SERVICES].sort());
  });

  it('serves projects, members, visits and deleted projects', async () => {
    const projects = await read('/api/public/projects');
    expect(projects.map(({ number }) => number)).toEqual(['P-2026-00101', 'P-2026-00001']);
    expect(await read(`/api/projects/${PROJECT}/members`)).toHaveLength(2);
    expect(await read(`/api/projects/${PROJECT}/site-visits`)).toHaveLength(2);
    expect(await read('/api/deleted-projects')).toHaveLength(1);
  });

  it('serves documents, their pages and tiles', async () => {
    const documents = await read(`/api/documents?project_id=${PROJECT}`);
    expect(documents.map(({ title }) => title).sort()).toEqual(['Directory', 'Failed reading', 'Fire insurance map']);
    const [page] = await read<{ id: string; tile_source: { Image: { Url: string } }; thumbnail_url: string }[]>(
      `/api/documents/${DOCUMENT}/pages`,
    );
    expect(page).toMatchObject({ id: PAGE, ...SIZE, status: 'ready' });
    const tiles = page?.tile_source.Image.Url ?? '';
    const top = Math.ceil(Math.log2(SIZE.width));
    for (const address of [`${tiles}${top}/0_0.jpg`, `${tiles}${top}/1_1.jpg`, page?.thumbnail_url ?? '']) {
      const answer = await call('GET', address);
      expect({ address, status: answer.status }).toEqual({ address, status: 200 });
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect((await read(`/api/public/page-search?project_id=${PROJECT}&q=tannery`)).length).toBeGreaterThan(0);
  });

  it('serves annotations, features, mentions and their history', async () => {
    const annotations = await read(`/api/public/annotations?document_page_id=${PAGE}`);
    expect(annotations.map(({ content }) => content)).toEqual(['Gas holder', 'Gas holder', 'Gas holder']);
    const features = await read(`/api/public/features?project_id=${PROJECT}`);
    expect(features.map(({ name }) => name)).toEqual(['Former gas works', 'Former gas works']);
    const history = await read(`/api/public/mention-history?feature_id=${FEATURE}`);
    expect(history.map(({ narrative }) => narrative)).toContain('A gas holder on sheet 3');
    expect(await read(`/api/jobs?project_id=${PROJECT}`)).not.toEqual([]);
  });

  it('serves issues with their comments, and webhooks', async () => {
    const issues = await read('/api/public/issues');
    expect(issues.map(({ title }) => title).sort()).toEqual([
      'First',
      'Second',
      'Tiles are blurred',
      'Tiles are blurred',
    ]);
    const comments = await read(`/api/public/issues/comments?issue_id=${ISSUE}`);
    expect(comments.map(({ content }) => content).sort()).toEqual(['Me too', 'Same here']);
    const webhooks = await read('/api/public/webhooks');
    expect(webhooks.map(({ url }) => url)).toEqual(['https://receiver.example/hook']);
  });

  it('has no reports, determinations and records, which version 0.2.0 did not know', async () => {
    expect(await read(`/api/public/projects/${PROJECT}/report-versions`)).toEqual([]);
    expect(await read(`/api/public/determinations?project_id=${PROJECT}`)).toEqual([]);
    expect(await read(`/api/public/projects/${PROJECT}/record-searches`)).toEqual([]);
  });

  it('takes new work, and records it in the audit trail', async () => {
    const coordinates = { centerX: 100, centerY: 100, radiusX: 40, radiusY: 30, theta: 0 };
    const place = { document_page_id: PAGE, document_id: DOCUMENT, annotation_type: 'ellipse', coordinates };
    const annotation = { ...place, content: 'Coal shed' };
    const made = await call('POST', '/api/public/annotations', annotation);
    const { data } = (await made.json()) as { data: { id: string } };
    expect(made.status).toBe(201);
    expect((await call('DELETE', `/api/public/annotations?id=${data.id}`)).status).toBe(200);
    await eventually(async () => {
      const state = await read<Record<string, unknown>>('/api/audit/state');
      expect(state).toMatchObject({ oldest: 1, broken: null });
      expect(await read('/api/audit?action=created')).not.toEqual([]);
    });
  });
});
