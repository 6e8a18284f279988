import { resetSession } from '../lib/session/session.js';
import { fakeServer, type FakeServer } from './fake-server.js';
import { project, projectPage } from './fixtures.js';

const at = '2026-11-20T12:00:00.000Z';
const NO_CHANGES = { since: at, until: at, counts: [], changes: [] };

export function appServer(): FakeServer {
  resetSession();
  const server = fakeServer();
  server.on('GET /api/auth/session', {
    status: 401,
    json: { error: 'Authentication required. Please log in to continue.' },
  });
  server.on('GET /api/events', () => ({ stream: new ReadableStream() }));
  server.on('GET /api/public/projects', ({ query }) => {
    if (query.get('companies')) return { json: { data: ['Redwood Holdings'] } };
    if (query.get('id') === null) return { json: projectPage([project]) };
    return query.get('id') === project.id
      ? { json: { data: project } }
      : { status: 404, json: { error: 'Project not found', code: 'not_found' } };
  });
  server.on('GET /api/projects/*', ({ path }) => ({ json: { data: path.endsWith('/changes') ? NO_CHANGES : [] } }));
  const templates = { of_project: null, of_installation: null, known_tags: [] };
  server.on(`GET /api/projects/${project.id}/report-template`, { json: { data: templates } });
  server.on('GET /api/public/comments', { json: { data: [] } });
  server.on('GET /api/search', { json: { data: [], page_count: 0, has_more: false, cut: false } });
  server.on(`GET /api/projects/${project.id}/access`, { json: { data: { has_access: true, role: 'owner' } } });
  return server;
}
