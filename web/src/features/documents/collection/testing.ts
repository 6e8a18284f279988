/** What tests of Data Collection stand on. */
import { fakeServer } from '../../../testing/fake-server.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

/** A document of the project: a processed sheet, but for what is said otherwise. */
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
/** The answer of the list. */
export const page = (documents: ProjectDocument[]) => ({
  data: documents,
  page: 1,
  per_page: 20,
  total_pages: 1,
  count: documents.length,
});

/** A server with one document and three categories. */
export function documentServer(): FakeServer {
  const server = fakeServer();
  server.on('GET /api/documents', { json: page([document({})]) });
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
