import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { presentManifest } from './manifest.js';

const document = Document.fromJSON({
  ...{ id: 'd1', title: 'Sanborn 1896', fileName: 'sanborn.pdf' },
  facts: { firstYear: 1896, lastYear: 1904, provider: 'Library of Congress', sheetNumbers: ['169', '170'] },
});
const ready = { documentId: 'd1', status: 'ready', width: 6_400, height: 7_600 };
const pages = [
  {
    ...ready,
    id: 'p1',
    pageNumber: 1,
    titleBlock: {
      facts: [
        { fact: 'sheet_number', value: '169' },
        { fact: 'year', value: '1896' },
      ],
    },
  },
  { ...ready, id: 'p2', pageNumber: 2 },
  { ...ready, id: 'p3', pageNumber: 3, status: 'pending', width: 0, height: 0 },
].map((page) => Page.fromJSON(page));
const mark = (id: string, shape: object, authorType = 'human') =>
  Annotation.fromJSON({ id, documentPageId: 'p1', content: `Mark ${id}`, authorType, authorName: 'Ann', ...shape });
const annotations = [
  mark('ellipse', { ellipse: { centerX: 955, centerY: 1_620, radiusX: 40, radiusY: 45.123, theta: Math.PI / 2 } }),
  mark('rectangle', { rectangle: { x: 1, y: 2, width: 3, height: 4.5 } }),
  mark('polygon', {
    polygon: {
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
        { x: 5, y: 1 },
      ],
    },
  }),
  mark('proposal', { rectangle: { x: 1, y: 2, width: 3, height: 4 } }, 'ai_agent'),
];

const manifest = (some = annotations) =>
  presentManifest({
    id: 'https://s.example/m',
    imageService: (pageId) => `https://s.example/iiif/${pageId}`,
    ...{ document, pages, annotations: some },
  });

it('has a canvas in page pixels for each page with a picture, and what is known of the document', () => {
  expect(manifest()).toMatchObject({
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    ...{ id: 'https://s.example/m', type: 'Manifest', label: { none: ['Sanborn 1896'] } },
    metadata: [
      { label: { en: ['Year'] }, value: { none: ['1896 to 1904'] } },
      { label: { en: ['Publisher'] }, value: { none: ['Library of Congress'] } },
      { label: { en: ['Sheets'] }, value: { none: ['169, 170'] } },
      { label: { en: ['File'] }, value: { none: ['sanborn.pdf'] } },
    ],
    requiredStatement: { label: { en: ['Source'] }, value: { none: ['Library of Congress'] } },
  });
  const [first, second, ...none] = manifest().items;
  expect(none).toEqual([]);
  expect(first).toMatchObject({ width: 6_400, height: 7_600, label: { en: ['Sheet 169'] } });
  expect(second).toMatchObject({ label: { en: ['Page 2'] } });
  expect(second).not.toHaveProperty('annotations');
  expect(first?.items[0]?.items[0]?.body).toEqual({
    ...{ id: 'https://s.example/iiif/p1/full/max/0/default.jpg', type: 'Image', format: 'image/jpeg' },
    // within 12 megapixels
    ...{ width: 3_178, height: 3_774 },
    service: [{ id: 'https://s.example/iiif/p1', type: 'ImageService3', profile: 'level2' }],
  });
});

it('carries marks of people as Web Annotations, without their names and without proposals', () => {
  const marks = manifest().items[0]?.annotations?.[0]?.items ?? [];
  expect(marks.map(({ body, target }) => [body[0]?.value, target.selector.value])).toEqual([
    [
      'Mark ellipse',
      '<svg xmlns="http://www.w3.org/2000/svg"><ellipse cx="955" cy="1620" rx="40" ry="45.12" transform="rotate(90 955 1620)"/></svg>',
    ],
    ['Mark rectangle', 'xywh=1,2,3,4.5'],
    ['Mark polygon', '<svg xmlns="http://www.w3.org/2000/svg"><polygon points="1,2 3,4 5,1"/></svg>'],
  ]);
  expect(JSON.stringify(manifest())).not.toContain('Ann"');
  expect(manifest([]).items[0]).not.toHaveProperty('annotations');
});
