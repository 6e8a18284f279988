import type { SymbioClient } from '@symbio/client';
import sharp from 'sharp';
import type { VisionConfig } from './config.js';
import type { Picture } from './model.js';
import type { Region, Size } from './regions.js';

/** A page that can be read. */
export interface Sheet extends Size {
  id: string;
  documentId: string;
  /** For people, and for the model: the title often has the year. */
  label: string;
}

/** Deviation of grey levels (of 255) below which a picture is blank paper. */
const BLANK = 3;

/** Pages of a project in the order of its documents; pages that are still being drawn come with a later run. */
export async function sheetsOf(
  symbio: SymbioClient,
  projectId: string,
  { category, document: only }: Pick<VisionConfig, 'category' | 'document'>,
): Promise<{ sheets: Sheet[]; pending: number }> {
  const sheets: Sheet[] = [];
  let pending = 0;
  for await (const document of symbio.paginate('/documents', { params: { query: { project_id: projectId } } })) {
    if (only === undefined ? category !== '' && document.category !== category : document.id !== only) continue;
    const query = { document_id: document.id };
    for await (const page of symbio.paginate('/document-pages', { params: { query } })) {
      const { id, width, height, page_number: number } = page;
      if (page.preview || width === 0 || page.error !== null) pending++;
      else sheets.push({ id, documentId: document.id, width, height, label: `page ${number} of “${document.title}”` });
    }
  }
  return { sheets, pending };
}

export interface RegionPicture extends Picture, Size {
  /** The shown region, which the server clips to the page. */
  region: Region;
}

/** Picture of a region. */
export async function pictureOf(
  symbio: SymbioClient,
  sheet: Sheet,
  { x, y, width, height }: Region,
  mostWidth: number,
): Promise<RegionPicture> {
  const query = { region: [x, y, width, height].join(','), width: Math.min(mostWidth, width) };
  const params = { path: { id: sheet.id }, query };
  const { data, response } = await symbio.raw.GET('/document-pages/{id}/image', { params, parseAs: 'arrayBuffer' });
  const bytes = Buffer.from(data ?? new ArrayBuffer());
  const shown = response.headers.get('x-symbio-region');
  if (shown === null) throw new Error('The server sent a picture without its region.');
  const [left = 0, top = 0, wide = 0, high = 0] = shown.split(',').map(Number);
  const size = await sharp(bytes).metadata();
  return {
    bytes,
    contentType: response.headers.get('content-type') ?? 'image/jpeg',
    width: size.width,
    height: size.height,
    region: { x: left, y: top, width: wide, height: high },
  };
}

/** Whether a picture shows only paper: a question about it would cost and find nothing. */
export async function isBlank({ bytes }: Picture): Promise<boolean> {
  const { channels } = await sharp(bytes).stats();
  return channels.every(({ stdev }) => stdev < BLANK);
}
