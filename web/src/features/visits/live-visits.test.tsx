import { screen } from '@testing-library/react';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { fakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { SiteReconnaissancePage } from './site-reconnaissance-page.js';

const visit = (id: string, visit_date: string) => ({
  ...{ id, project_id: project.id, visit_date, visit_time: null, access_granted: true, access_notes: '', findings: '' },
  ...{ photos: [], weather_conditions: '', investigator_id: null, investigator: null, updated_at: '' },
});

function Screen() {
  useLiveChanges(project.id);
  return <SiteReconnaissancePage />;
}

it('a visit that another user adds, changes or deletes is shown at once', async () => {
  const server = fakeServer();
  await signedIn(server);
  let change: (verb: string, id: string) => void = () => undefined;
  server.on('GET /api/events', () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        change = (verb, id) =>
          controller.enqueue(
            new TextEncoder().encode(
              `data: ${JSON.stringify({ entity: 'visit', verb, id, project_id: project.id })}\n\n`,
            ),
          );
      },
    });
    return { stream };
  });
  const list = (...visits: object[]) =>
    server.on(`GET /api/projects/${project.id}/site-visits`, { json: { data: visits } });
  for (const id of ['v-1', 'v-2'])
    server.on(`GET /api/projects/${project.id}/site-visits/${id}/photos`, { json: { data: [] } });
  list(visit('v-1', '2025-10-03'));
  renderProjectScreen(<Screen />);
  await screen.findByRole('region', { name: 'Visit of Oct 3, 2025' });
  list(visit('v-1', '2025-10-03'), visit('v-2', '2025-11-04'));
  change('created', 'v-2');
  await screen.findByRole('region', { name: 'Visit of Nov 4, 2025' });
});
