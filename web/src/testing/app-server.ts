import { resetSession } from '../lib/session/session.js';
import { fakeServer, type FakeServer } from './fake-server.js';
import { project, projectPage } from './fixtures.js';

/** A server with one project, without a session. */
export function appServer(): FakeServer {
  resetSession();
  const server = fakeServer();
  server.on('GET /api/auth/session', {
    status: 401,
    json: { error: 'Authentication required. Please log in to continue.' },
  });
  // an open stream without events
  server.on('GET /api/events', () => ({ stream: new ReadableStream() }));
  server.on('GET /api/public/projects', ({ query }) => {
    if (query.get('companies')) return { json: { data: ['Redwood Holdings'] } };
    if (query.get('id') === null) return { json: projectPage([project]) };
    return query.get('id') === project.id
      ? { json: { data: project } }
      : { status: 404, json: { error: 'Project not found', code: 'not_found' } };
  });
  server.on('GET /api/projects/*', { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/access`, { json: { data: { has_access: true, role: 'owner' } } });
  return server;
}
