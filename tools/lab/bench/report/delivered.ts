/** A project made by the public API, and the files of its report as a client downloads them. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiClient } from '@symbio/fixtures/api-client';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import type { FigureRequest } from '@symbio/report';
import { newId } from '@symbio/runtime';
import { eventually, noJobs, pagesOf, processed, type Item } from '../../harness/world.js';
import { GIVE_UP_MS } from '../product.js';
import { photograph } from './pictures.js';

/** A project of a running product. */
export interface Delivering {
  client: ApiClient;
  projectId: string;
}

interface One<T> {
  data: T;
}
interface Version extends Item {
  composition: { state: string; problem: string | null };
  files: { name: string }[];
}

const SHEET_PIXELS = 4_800;
const [WEST, SOUTH, EAST, NORTH] = [-73.98, 40.731, -73.976, 40.734];
const COMPONENTS = ['interviews', 'lien_search', 'records_review', 'site_inspection', 'declaration'];
const SOURCES = ['regulatory_database', 'aerial_imagery', 'topographic_maps', 'sanborn_maps', 'city_directories'];
const NARRATIVES = {
  rec: ['A round holder marked GAS is by the river.', 'Tanks are in the yard of the gas works.'],
  none: ['A stable is behind the dwellings.'],
  proposed: 'The lettering may read OIL HOUSE.',
};
const PHOTOGRAPH = 'The yard, towards the river';
const REASON = 'Seen on the sheet, 400 ft off; no release is indicated.';

/**
 * Two judged features with marks of people, a mark of an agent that no person reviewed, and a visit with a photograph.
 *
 * @returns the narratives of all mentions
 */
export async function makeAssessed(product: Delivering): Promise<string[]> {
  const { client, projectId } = product;
  const { pdf } = await makeTestSheetPdf({ width: SHEET_PIXELS });
  const documentId = await processed(client, projectId, 'sheet.pdf', pdf);
  const [page] = await pagesOf(client, documentId);
  if (!page) throw new Error('the sheet has no page');
  await noJobs(client, GIVE_UP_MS);
  const of = { document_id: documentId, document_page_id: page.id };
  const shapes = [
    shape('ellipse', { centerX: 900, centerY: 800, radiusX: 240, radiusY: 150, theta: 0.5 }),
    shape('rectangle', { x: 2_400, y: 1_700, width: 330, height: 210 }),
    shape('ellipse', { centerX: 160, centerY: 2_900, radiusX: 120, radiusY: 90, theta: 0 }),
  ];
  const [works, stables] = [feature('rec', 'Gashouse Works', 0.3), feature('none', 'Avenue Stables', 0.7)];
  const features = [works, stables];
  for (const { kind: _, ...fields } of features)
    await client.post('/api/public/features', { ...fields, project_id: projectId, land_use: [] });
  const told = [
    ...NARRATIVES.rec.map((narrative) => ({ narrative, feature: works })),
    ...NARRATIVES.none.map((narrative) => ({ narrative, feature: stables })),
  ];
  const records: { featureId: string; recordId: string }[] = [];
  for (const [at, { narrative, feature: about }] of told.entries()) {
    await client.post('/api/public/annotations', { ...shapes[at], ...of, content: `Mark ${at + 1}` });
    const { data } = await client.post<One<{ current_history_id: string }>>('/api/public/mentions', {
      ...{ feature_of_interest_id: about.id, source_annotation_id: shapes[at]?.id, narrative, confidence: 8 },
      use_type: 'historical',
    });
    records.push({ featureId: about.id, recordId: data.current_history_id });
  }
  await propose(product, { ...of, feature_of_interest_id: works.id });
  for (const { id, kind } of features) {
    const evidence = records.filter((one) => one.featureId === id).map(({ recordId }) => recordId);
    await client.post('/api/public/determinations', { feature_id: id, kind, reason: REASON, evidence });
  }
  await visit(product);
  await state(product);
  return [...NARRATIVES.rec, ...NARRATIVES.none, NARRATIVES.proposed];
}

const shape = (annotationType: string, coordinates: object) => ({
  ...{ id: newId(), annotation_type: annotationType, coordinates },
});

const feature = (kind: string, name: string, share: number) => ({
  ...{ id: newId(), kind, name },
  coordinate: `(${WEST + (EAST - WEST) * share},${(SOUTH + NORTH) / 2})`,
});

/** By an agent with a key of its own. */
async function propose(
  { client, projectId }: Delivering,
  { feature_of_interest_id: about, ...of }: Record<string, string>,
): Promise<void> {
  const agent = { agent_name: 'Reader', agent_version: newId(), agent_date: '2026-11-29' };
  const { data: author } = await client.post<One<Item>>('/api/public/authors', agent);
  const access = { name: 'Reader', author_id: author.id, project_ids: [projectId] };
  const { data } = await client.post<One<{ key: string }>>('/api/api-keys', access);
  const asAgent = new ApiClient(client.http, { token: data.key });
  const mark = shape('rectangle', { x: 3_600, y: 2_400, width: 260, height: 180 });
  await asAgent.post('/api/public/annotations', { ...mark, ...of, content: 'Oil house' });
  await asAgent.post('/api/public/mentions', {
    ...{ feature_of_interest_id: about, source_annotation_id: mark.id, confidence: 6 },
    narrative: NARRATIVES.proposed,
  });
}

async function visit({ client, projectId }: Delivering): Promise<void> {
  const visits = `/api/projects/${projectId}/site-visits`;
  const { data } = await client.post<One<Item>>(visits, { visit_date: today(), access_granted: true });
  const form = new FormData();
  form.append('caption', PHOTOGRAPH);
  form.append('files', new Blob([new Uint8Array(await photograph('sent', 1))], { type: 'image/jpeg' }), 'yard.jpg');
  await client.upload(`${visits}/${data.id}/photos`, form);
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** What else the review list requires before a version can be locked. */
async function state({ client, projectId }: Delivering): Promise<void> {
  const project = `/api/public/projects/${projectId}`;
  const ring = [
    [WEST, SOUTH],
    [EAST, SOUTH],
    [EAST, NORTH],
    [WEST, NORTH],
    [WEST, SOUTH],
  ];
  await client.put(`${project}/boundary`, {}, { geometry: { type: 'Polygon', coordinates: [ring] } });
  const dates = COMPONENTS.map((kind) => ({ kind, date: today(), note: 'Done.' }));
  await client.put(`${project}/assessment`, {}, { dates });
  const seen = { decade: 1890, area: 'property', coverage_state: 'reviewed', note: 'All sheets of the county.' };
  await client.put(`${project}/coverage`, {}, { cells: SOURCES.map((source) => ({ ...seen, source })) });
  await client.put(`${project}/report-sections/conclusions`, {}, { text: 'The condition is Gashouse Works.' });
}

/** Locks a version and downloads its files. @returns their number */
export async function deliver({ client, projectId }: Delivering, folder: string): Promise<number> {
  const { data: locked } = await client.post<One<Version>>(`/api/public/projects/${projectId}/report-versions`, {});
  const files = await eventually(async () => {
    const { data } = await client.get<One<Version>>(`/api/public/report-versions/${locked.id}`);
    if (data.composition.state === 'failed') return [];
    if (data.composition.state !== 'done') throw new Error(`the report is ${data.composition.state}`);
    return data.files;
  });
  if (files.length === 0) throw new Error('the report could not be made');
  for (const { name } of files) {
    const address = `/api/public/report-versions/${locked.id}/files/${encodeURIComponent(name)}`;
    const { url } = (await client.get<One<{ url: string }>>(address)).data;
    const { pathname, search } = new URL(url, client.http.url);
    const { status, body } = await client.http.send('GET', pathname + search);
    if (status !== 200) throw new Error(`${name} was answered with ${status}`);
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), body);
  }
  return files.length;
}

/** A photograph's file as the product stores it. @throws Error if the project has none of this id */
export async function photographOf({ client, projectId }: Delivering, id: string): Promise<Buffer> {
  const visits = `/api/projects/${projectId}/site-visits`;
  const lists = (await client.list<Item>(visits)).map((one) =>
    client.list<Item & { image_url: string }>(`${visits}/${one.id}/photos`),
  );
  const found = (await Promise.all(lists)).flat().find((one) => one.id === id);
  if (!found) throw new Error(`the project has no photograph ${id}`);
  const { pathname, search } = new URL(found.image_url, client.http.url);
  return (await client.http.send('GET', pathname + search)).body;
}

/** The part of a sheet that a figure shows, by the public API. */
export async function cropOf({ client }: Delivering, { page_id: id, region, width }: FigureRequest): Promise<Buffer> {
  const { x, y, width: across, height } = region;
  const query = new URLSearchParams({ region: [x, y, across, height].join(), width: String(width), format: 'png' });
  return (await client.call('GET', `/api/public/document-pages/${id}/image?${query.toString()}`)).body;
}
