import type { BulkChange } from '@symbio/client';
import { fakeServer } from '../../../testing/fake-server.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

export function document(changes: Partial<ProjectDocument>): ProjectDocument {
  return {
    id: 'd1',
    project_id: project.id,
    category: 'sanborn_maps',
    title: 'Sanborn 1887',
    description: null,
    file_name: 'sanborn.pdf',
    file_path: '',
    file_url: '/files/b/x',
    file_size: 2_097_152,
    mime_type: 'application/pdf',
    uploaded_by: 'u1',
    total_pages: 4,
    pages_ready: 4,
    processing_status: 'pages_ready',
    processing_error: null,
    classification: null,
    active_job: null,
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
    ...changes,
  };
}
export const page = (documents: ProjectDocument[]) => ({
  data: documents,
  page: 1,
  per_page: 20,
  total_pages: 1,
  count: documents.length,
});

export function documentServer(): FakeServer {
  const server = fakeServer();
  server.on('GET /api/documents', { json: page([document({})]) });
  server.on('GET /api/documents/d1', { json: { data: document({}) } });
  server.on('GET /api/document-categories', {
    json: {
      data: [
        { value: 'sanborn_maps', label: 'Sanborn maps', description: '', group: 'historic', color: '#aa5500' },
        { value: 'deed_documents', label: 'Deed documents', description: '', group: 'historic', color: '#555555' },
        { value: 'other', label: 'Other', description: '', group: 'agency_foa', color: '#777777' },
      ],
    },
  });
  return server;
}

type Outcome = BulkChange['outcomes'][number];

/** Success, with overrides. */
export const outcome = (id: string, changes: Partial<Outcome> = {}): Outcome => ({
  document_id: id,
  title: `Paper ${id}`,
  result: 'done',
  ...changes,
});

/** Bulk operations and their undo. */
export function bulkServer(server: FakeServer): [Outcome[], () => unknown[], (times: number) => void] {
  const outcomes: Outcome[] = [];
  let failing = 0;
  const answer = (id: string, action: BulkChange['action'], some: Outcome[]): { json: { data: BulkChange } } => {
    const ofResult = (wanted: string): number => some.filter(({ result }) => result === wanted).length;
    const sums = { done: ofResult('done'), unchanged: ofResult('unchanged'), refused: ofResult('refused') };
    return { json: { data: { id, project_id: project.id, action, category: null, ...sums, outcomes: some } } };
  };
  server.on('POST /api/public/documents/batch', ({ body }) => {
    const { id, action } = body as { id: string; action: BulkChange['action'] };
    return failing-- > 0
      ? { status: 503, json: { error: 'The document service is away.' } }
      : answer(id, action, outcomes);
  });
  server.on('POST /api/public/documents/batch/*', () =>
    answer(
      'undone',
      'restore',
      outcomes.filter(({ result }) => result === 'done'),
    ),
  );
  return [
    outcomes,
    () => server.requestsOf('POST /api/public/documents/batch').map(({ body }) => body),
    (times) => (failing = times),
  ];
}
