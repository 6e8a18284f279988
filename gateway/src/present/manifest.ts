/** Document as a manifest of the IIIF Presentation API 3, with marks as Web Annotations. Pure. */
import type { Annotation } from '@symbio/proto/annotation';
import { selectorOf } from '@symbio/proto/annotation/selectors';
import type { Document, Page } from '@symbio/proto/document';
import { IMAGE_LIMITS } from '@symbio/proto/limits';
import { factOf } from './title-blocks.js';

export interface ManifestOf {
  id: string;
  imageService: (pageId: string) => string;
  document: Document;
  pages: readonly Page[];
  annotations: readonly Annotation[];
}

const JPEG = 'image/jpeg';
const THUMBNAIL = 256;

const inEnglish = (text: string) => ({ en: [text] });
const asWritten = (...texts: string[]) => ({ none: texts });
const metadata = (label: string, value: string | undefined) =>
  value ? [{ label: inEnglish(label), value: asWritten(value) }] : [];

/** Marks of people, and proposals that they accepted (as a person's copy). */
const isFinding = ({ authorType }: Annotation): boolean => authorType === 'human';

export function presentManifest({ id, imageService, document, pages, annotations }: ManifestOf) {
  const marks = new Map<string, Annotation[]>();
  for (const mark of annotations.filter(isFinding))
    marks.set(mark.documentPageId, [...(marks.get(mark.documentPageId) ?? []), mark]);
  const { facts, title } = document;
  const years = [facts?.firstYear, facts?.lastYear].filter((year, index, all) => year && all.indexOf(year) === index);
  const shown = pages.filter(({ status, width, height }) => status === 'ready' && width > 0 && height > 0);
  const publisher = facts?.provider || undefined;
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id,
    type: 'Manifest' as const,
    label: asWritten(title),
    ...(document.description && { summary: asWritten(document.description) }),
    metadata: [
      ...metadata('Year', years.join(' to ')),
      ...metadata('Publisher', publisher),
      ...metadata('Sheets', facts?.sheetNumbers.join(', ')),
      ...metadata('File', document.fileName),
    ],
    ...(publisher && { requiredStatement: { label: inEnglish('Source'), value: asWritten(publisher) } }),
    items: shown.map((page) => canvasOf(page, { id, service: imageService(page.id), marks: marks.get(page.id) ?? [] })),
  };
}

function canvasOf(page: Page, { id, service, marks }: { id: string; service: string; marks: readonly Annotation[] }) {
  const canvas = `${id}/canvas/${page.id}`;
  const { width, height } = page;
  const sheet = factOf(page.titleBlock, 'sheet_number');
  return {
    id: canvas,
    type: 'Canvas' as const,
    label: sheet ? inEnglish(`Sheet ${sheet}`) : inEnglish(`Page ${page.pageNumber}`),
    width,
    height,
    metadata: [...metadata('Sheet', sheet), ...metadata('Year', factOf(page.titleBlock, 'year'))],
    thumbnail: [
      {
        id: `${service}/full/!${THUMBNAIL},${THUMBNAIL}/0/default.jpg`,
        type: 'Image',
        format: JPEG,
        ...scaled(page, Math.min(1, THUMBNAIL / Math.max(width, height)), Math.round),
        service: serviceOf(service),
      },
    ],
    items: [
      {
        id: `${canvas}/page`,
        type: 'AnnotationPage',
        items: [
          {
            id: `${canvas}/image`,
            type: 'Annotation',
            motivation: 'painting',
            target: canvas,
            body: {
              id: `${service}/full/max/0/default.jpg`,
              type: 'Image',
              format: JPEG,
              ...scaled(page, largestShare(page), Math.floor),
              service: serviceOf(service),
            },
          },
        ],
      },
    ],
    ...(marks.length > 0 && {
      annotations: [
        {
          id: `${canvas}/marks`,
          type: 'AnnotationPage',
          label: inEnglish('Marks'),
          items: marks.map((mark) => markOf(mark, canvas)),
        },
      ],
    }),
  };
}

const serviceOf = (id: string) => [{ id, type: 'ImageService3', profile: 'level2' }];

type Size = Pick<Page, 'width' | 'height'>;

/** Size of `full/max`: limits of one answer of the image service. */
const largestShare = ({ width, height }: Size): number =>
  Math.min(
    1,
    IMAGE_LIMITS.width / width,
    IMAGE_LIMITS.height / height,
    Math.sqrt(IMAGE_LIMITS.area / (width * height)),
  );

const scaled = ({ width, height }: Size, share: number, round: (value: number) => number): Size => ({
  width: Math.max(1, round(width * share + (round === Math.floor ? 1e-9 : 0))),
  height: Math.max(1, round(height * share + (round === Math.floor ? 1e-9 : 0))),
});

function markOf({ id, content, shape, createdAt, updatedAt }: Annotation, canvas: string) {
  return {
    id: `${canvas}/mark/${id}`,
    type: 'Annotation',
    motivation: 'commenting',
    ...(createdAt && { created: createdAt.toISOString() }),
    ...(updatedAt && { modified: updatedAt.toISOString() }),
    body: [{ type: 'TextualBody', value: content, format: 'text/plain' }],
    target: {
      type: 'SpecificResource',
      source: { id: canvas, type: 'Canvas' },
      selector: selectorOf(shape),
    },
  };
}
