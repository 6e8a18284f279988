/** Pictures of IIIF image services as sheets, and manifests as lists of sheets with their marks. */
import type { Mark } from '../marks/mark.js';
import type { Sheet } from '../view/sheet.js';
import { markOfWebAnnotation } from './w3c.js';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const itemsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Null unless it describes a picture. @param info parsed info.json of the Image API 2 or 3 */
export function sheetOfInfo(info: unknown): Sheet | null {
  if (!isRecord(info)) return null;
  const { '@context': context, width, height } = info;
  const id = textOf(info['id']) ?? textOf(info['@id']);
  if (id === undefined || typeof width !== 'number' || typeof height !== 'number') return null;
  const known = { ...info, '@context': textOf(context) ?? 'http://iiif.io/api/image/3/context.json', id };
  return { key: id, tileSource: { ...known, width, height }, size: { width, height } };
}

export interface ManifestSheet {
  label: string;
  /** Of its image service: `${service}/info.json` describes the picture. */
  service: string;
  marks: readonly Mark[];
}

/** Canvases with a picture of an image service, in their order. @param manifest parsed JSON of the Presentation API 3 */
export function sheetsOfManifest(manifest: unknown): ManifestSheet[] {
  if (!isRecord(manifest)) return [];
  return itemsOf(manifest['items']).flatMap((canvas): ManifestSheet[] => {
    const painting = itemsOf(canvas['items']).flatMap((page) => itemsOf(page['items']))[0];
    const body = isRecord(painting?.['body']) ? painting['body'] : undefined;
    const [found] = itemsOf(body?.['service']);
    const service = textOf(found?.['id']) ?? textOf(found?.['@id']);
    if (service === undefined) return [];
    const marks = itemsOf(canvas['annotations'])
      .flatMap((page) => itemsOf(page['items']))
      .flatMap((annotation) => markOfWebAnnotation(annotation) ?? []);
    return [{ label: labelOf(canvas['label']), service, marks }];
  });
}

/** The first of its languages. */
function labelOf(label: unknown): string {
  if (!isRecord(label)) return '';
  const [texts] = Object.values(label);
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').join(' ') : '';
}
