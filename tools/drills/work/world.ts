import { randomUUID } from 'node:crypto';
import { newId } from '@symbio/kit';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import type { Call } from './load.js';
import { eventually, formParts, type Session } from './session.js';
import type { Answer } from './site.js';

export interface Item {
  id: string;
}
export interface DocumentItem extends Item {
  file_name: string;
  file_url: string;
  processing_status: string;
}
export interface PageItem extends Item {
  status: string;
  thumbnail_url: string | null;
  tile_source: {
    Image: { Url: string; Format: string; TileSize: string; Size: { Width: string; Height: string } };
  } | null;
}

/** Base data of the load: a project with a processed sheet, a feature, and an issue. */
export interface World {
  /** Part of every marker of this run. */
  run: string;
  projectId: string;
  documentId: string;
  pageId: string;
  featureId: string;
  issueId: string;
}

/** Width of sheets in pixels: several zoom levels, rendered within a second. */
const SHEET_PIXELS = 1600;

export const parsed = <T>({ body }: Answer): T => JSON.parse(body.toString()) as T;

/** Arbitrary fields of a project. */
export const projectFields = (id: string, title: string) => ({
  id,
  title,
  due_date: '2027-03-31',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: 'Gashouse District Partners',
});

/** Uploads a file under our id. */
export async function uploadCall(projectId: string, id: string, name: string, bytes: Buffer): Promise<Call> {
  const form = new FormData();
  form.append('project_id', projectId);
  form.append('id', id);
  form.append('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  return { method: 'POST', path: '/api/documents', ...(await formParts(form)) };
}

/** The id of an accepted file. @throws Error if refused */
export function uploadedId(answer: Answer): string {
  const [first] = parsed<{ data: { document?: Item; error?: string }[] }>(answer).data;
  if (!first?.document) throw new Error(`the file was not taken: ${first?.error ?? 'no item'}`);
  return first.document.id;
}

/** Uploads a file and starts its processing. @returns its id */
export async function process(session: Session, projectId: string, name: string, bytes: Buffer): Promise<string> {
  const id = newId();
  const { method, path, ...parts } = await uploadCall(projectId, id, name, bytes);
  uploadedId(await session.send(method, path, parts));
  await session.json('POST', '/api/document-processor', { documentId: id, projectId });
  return id;
}

/** Waits until the pages of a document are ready. @throws Error when processing failed */
export const pagesOf = (session: Session, documentId: string, withinMs?: number): Promise<PageItem[]> =>
  eventually(async () => {
    const { data } = await session.json<{ data: DocumentItem }>('GET', `/api/documents/${documentId}`);
    if (!['pages_ready', 'analysis_complete'].includes(data.processing_status))
      throw new Error(`document ${documentId} is ${data.processing_status}`);
    return (await session.json<{ data: PageItem[] }>('GET', `/api/documents/${documentId}/pages`)).data;
  }, withinMs);

/** Creates a project. @returns its id */
export async function makeProject(session: Session, title: string): Promise<string> {
  const id = newId();
  await session.json('POST', '/api/public/projects', projectFields(id, title));
  return id;
}

/** Creates the base data. */
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
  const featureId = newId();
  await session.json('POST', '/api/public/features', { id: featureId, project_id: projectId, name: `Load ${run}` });
  return { run, projectId, documentId, pageId: page.id, featureId, issueId };
}

/** An empty page with unique bytes. */
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
