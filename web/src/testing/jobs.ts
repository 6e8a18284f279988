import type { Job } from '../features/agents/job-records.js';
import { me, project } from './fixtures.js';

export const jobFixture = (id: string, changes: Partial<Job> = {}): Job => ({
  id,
  type: 'document-specific',
  status: 'completed',
  priority: 5,
  max_retries: 3,
  current_attempts: 1,
  payload: { documentId: 'd1', projectId: project.id, pageNumbers: [] },
  scheduled_at: '2026-01-01T12:00:00.000Z',
  created_at: '2026-01-01T12:00:00.000Z',
  started_at: '2026-01-01T12:00:01.000Z',
  completed_at: '2026-01-01T12:00:13.000Z',
  error_message: null,
  error_details: null,
  created_by: me.id,
  project_id: project.id,
  document_filename: 'sanborn.pdf',
  category: 'sanborn_maps',
  duration_seconds: 12,
  progress: null,
  result: null,
  ...changes,
});
