import type { ShownAnnotation } from '../evidence/annotation-records.js';

export const annotation: ShownAnnotation = {
  key: 'a1',
  id: 'a1',
  document_page_id: 'p1',
  document_id: 'd1',
  annotation_type: 'ellipse',
  coordinates: { centerX: 1, centerY: 1, radiusX: 9, radiusY: 9, theta: 0 },
  content: 'label',
  author_id: 'me',
  author_type: 'human',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
