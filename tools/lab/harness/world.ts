/** Projects, documents and findings of the laboratory, created through the HTTP interface. */
import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/runtime';
import { eventually as untilDone } from '@symbio/runtime/testing/eventually';
import type { ApiClient } from '@symbio/fixtures/api-client';
import { formParts, parsed, type Answer } from '@symbio/fixtures/http-client';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { pdfOf } from '@symbio/fixtures/plain-pdf';
import { ellipse, projectFields } from '@symbio/fixtures/samples';
import type { Call } from './load.js';

export interface Item {
  id: string;
}
export interface DocumentItem extends Item {
  file_name: string;
  file_url: string;
  processing_status: string;
  processing_error: string | null;
}
export interface PageItem extends Item {
  page_number: number;
  status: string;
  preview: boolean;
  thumbnail_url: string | null;
  tile_source: { Image: TileImage } | null;
}
/** Image of a Deep Zoom tile source. */
export interface TileImage {
  Url: string;
  Format: string;
  TileSize: string;
  Size: { Width: string; Height: string };
}

/** Base data of a run: a project with a processed sheet, a feature, and an issue. */
export interface World {
  /** Part of every marker of this run. */
  run: string;
  projectId: string;
  documentId: string;
  pageId: string;
  featureId: string;
  issueId: string;
}

/** Timeout in milliseconds for asynchronous work such as document processing. */
const EFFECT_MS = 300_000;
const POLL_MS = 500;
/** Width of sheets in pixels: several zoom levels, rendered within a second. */
const SHEET_PIXELS = 1600;
/** Final statuses of a document with pages. */
export const READY: readonly string[] = ['pages_ready', 'analysis_complete'];

/** Repeats a check until it passes. @throws the last error after `withinMs` */
export const eventually = <T>(check: () => Promise<T>, withinMs = EFFECT_MS, pollMs = POLL_MS): Promise<T> =>
  untilDone(check, withinMs, { first: pollMs, most: pollMs });

/** Upload of a file under our id, which makes it idempotent. */
export async function uploadCall(
  projectId: string,
  id: string,
  name: string,
  bytes: Buffer | Blob,
  category?: string,
): Promise<Call> {
  const file = bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('id', id);
  if (category !== undefined) form.append('category', category);
  form.append('files', file, name);
  return { method: 'POST', path: '/api/documents', ...(await formParts(form)) };
}

/** Id of an accepted file. @throws Error if refused */
export function uploadedId(answer: Answer): string {
  const [first] = parsed<{ data: { document?: Item; error?: string }[] }>(answer).data;
  if (!first?.document) throw new Error(`the file was refused: ${first?.error ?? 'no item'}`);
  return first.document.id;
}

/** Uploads a file. @returns its id @throws Error if refused */
export async function upload(
  client: ApiClient,
  projectId: string,
  name: string,
  bytes: Buffer | Blob,
  category?: string,
): Promise<string> {
  const { method, path, ...parts } = await uploadCall(projectId, newId(), name, bytes, category);
  return uploadedId(await client.call(method, path, { ...parts, timeoutMs: EFFECT_MS }));
}

/** @returns the id of the job */
export const startProcessing = async (client: ApiClient, projectId: string, documentId: string): Promise<string> =>
  (await client.post<{ jobId: string }>('/api/document-processor', { documentId, projectId })).jobId;

/** Uploads a file and starts its processing. @returns its id */
export async function processed(client: ApiClient, projectId: string, name: string, bytes: Buffer): Promise<string> {
  const id = await upload(client, projectId, name, bytes);
  await startProcessing(client, projectId, id);
  return id;
}

export const listPages = async (client: ApiClient, documentId: string): Promise<PageItem[]> =>
  (await client.get<{ data: PageItem[] }>(`/api/documents/${documentId}/pages`)).data;

/** Waits until a document has one of these statuses. @throws Error when processing failed */
export async function reaches(
  client: ApiClient,
  documentId: string,
  statuses: readonly string[],
  withinMs?: number,
): Promise<void> {
  const failure = await eventually(async () => {
    const { data } = await client.get<{ data: DocumentItem }>(`/api/documents/${documentId}`);
    if (data.processing_status === 'failed') return data.processing_error ?? 'without a reason';
    if (!statuses.includes(data.processing_status))
      throw new Error(`document ${documentId} is ${data.processing_status}`);
    return undefined;
  }, withinMs);
  if (failure !== undefined) throw new Error(`document ${documentId} failed: ${failure}`);
}

/** The pages of a document, once they are ready. @throws Error when processing failed */
export async function pagesOf(client: ApiClient, documentId: string, withinMs?: number): Promise<PageItem[]> {
  await reaches(client, documentId, READY, withinMs);
  return listPages(client, documentId);
}

export async function unfinishedJobs(client: ApiClient): Promise<number> {
  const { data } = await client.get<{ data: { pending: number; processing: number; retrying: number } }>(
    '/api/jobs/stats',
  );
  return data.pending + data.processing + data.retrying;
}

export const noJobs = (client: ApiClient, withinMs?: number): Promise<void> =>
  eventually(async () => {
    const left = await unfinishedJobs(client);
    if (left > 0) throw new Error(`${left} jobs are unfinished`);
  }, withinMs);

/** Creates something under our id. @returns the id */
async function create(client: ApiClient, path: string, fields: object): Promise<string> {
  const id = newId();
  await client.post(path, { id, ...fields });
  return id;
}

export const makeProject = (client: ApiClient, title: string): Promise<string> =>
  create(client, '/api/public/projects', projectFields(title));

export async function makeWorld(client: ApiClient): Promise<World> {
  const run = `run-${randomUUID().slice(0, 8)}`;
  const title = `Load ${run}`;
  const projectId = await makeProject(client, title);
  const { pdf } = await makeTestSheetPdf({ width: SHEET_PIXELS });
  const documentId = await processed(client, projectId, `sheet ${run}.pdf`, pdf);
  const [page] = await pagesOf(client, documentId);
  if (!page) throw new Error('the sheet has no page');
  const issueId = await create(client, '/api/public/issues', { title, description: 'Comments go here.' });
  const featureId = await create(client, '/api/public/features', { project_id: projectId, name: title });
  return { run, projectId, documentId, pageId: page.id, featureId, issueId };
}

/** Creates an annotation on the sheet of a world, and a mention of the feature there. */
export async function makeFindings(client: ApiClient, { documentId, pageId, featureId }: World) {
  const annotationId = await create(client, '/api/public/annotations', {
    ...{ document_id: documentId, document_page_id: pageId, content: 'A tank' },
    ...ellipse(),
  });
  const mentionId = await create(client, '/api/public/mentions', {
    ...{ feature_of_interest_id: featureId, source_annotation_id: annotationId },
    narrative: 'A tank is drawn here.',
  });
  return { annotationId, mentionId };
}

/** Empty page with unique bytes. */
export const smallPdf = (text: string): Buffer =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    `(${text})`,
  ]);
