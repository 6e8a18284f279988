import { projectFields as fieldsOfProject } from '@symbio/fixtures/samples';
import type { CreateAnnotationRequest } from '@symbio/proto/annotation';
import { PageMetadata, Word } from '@symbio/proto/document';
import type { ProjectFields } from '@symbio/proto/project';

export const PROJECT = 'The project';

export const projectFields = (title: string): ProjectFields => ({
  title,
  dueDate: '2027-03-31',
  propertyAddress: '401 East 21st Street',
  propertyCity: 'New York',
  propertyState: 'NY',
  propertyZip: '10010',
  clientCompany: `Company of ${title}`,
});

export const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
    '',
  ].join('\n'),
);
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const ISSUE = {
  title: 'The stepper jumps',
  description: 'It jumps when I click.',
  labels: { labels: ['label of the matrix'] },
};

export const WORDS = 'GASHOLDER';
export const ELLIPSE: NonNullable<CreateAnnotationRequest['shape']> = {
  $case: 'ellipse',
  value: { centerX: 100, centerY: 100, radiusX: 20, radiusY: 20, theta: 0 },
};

export async function* uploadOf<Header>(header: Header, file: Buffer) {
  yield { part: { $case: 'header' as const, value: header } };
  yield await Promise.resolve({ part: { $case: 'chunk' as const, value: file } });
}

export const VISIT = {
  visitDate: '2026-05-04',
  accessGranted: true,
  accessNotes: '',
  findings: 'Stained soil.',
  photos: [],
  weatherConditions: 'Fair',
};

export const PAGE_SIZE = { width: 1_275, height: 1_650 };

export const pageRecord = (documentId: string, jobId: string, folder: string) => ({
  documentId,
  jobId,
  pageNumber: 1,
  imagePath: `${folder}/pyramid.tif`,
  thumbnailPath: `${folder}/thumbnail.webp`,
  contentHash: 'hash',
  tileFormat: 'jpg',
  ...PAGE_SIZE,
  dpi: 150,
  metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', extractedText: WORDS }),
  words: [Word.fromPartial({ text: WORDS, x: 10, y: 10, width: 90, height: 20 })],
  analyzed: true,
});

export const projectBody = (title: string) => ({ ...fieldsOfProject(title), client_email: 'desk@gashouse.example' });
