import { screen, waitFor } from '@testing-library/react';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { TimeMachinePage } from './time-machine-page.js';

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

const documents = (data: object[], total_pages = 1) => ({
  data,
  page: 1,
  per_page: 100,
  total_pages,
  count: data.length,
});

describe('The property time machine', () => {
  it('explains what it needs with fewer than two sheets, and reads only maps with images', async () => {
    server.on('GET /api/documents', ({ query }) => ({
      json:
        query.get('page') === '1'
          ? documents(
              [
                { id: 'map', category: 'sanborn_maps', title: 'Sanborn', pages_ready: 1 },
                { id: 'report', category: 'other', title: 'Report', pages_ready: 9 },
              ],
              2,
            )
          : documents([{ id: 'new', category: 'aerial_imagery', title: 'Aerials', pages_ready: 0 }], 2),
    }));
    server.on('GET /api/documents/map/pages', { json: { data: [{ id: 'p1', page_number: 1, status: 'pending' }] } });
    renderProjectScreen(<TimeMachinePage />);
    await screen.findByText('Nothing to compare yet');
    screen.getByRole('button', { name: 'Go to Data Collection' });
    const paths = server.requests.map(({ path }) => path);
    expect(paths).toContain('/api/documents/map/pages');
    expect(paths).not.toContain('/api/documents/report/pages');
    expect(paths).not.toContain('/api/documents/new/pages');
    expect(server.requestsOf('GET /api/documents').map(({ query }) => query.get('project_id'))).toEqual([
      project.id,
      project.id,
    ]);
  });

  it('reads the sheets of a changed document, and no list', async () => {
    let publish: (change: object) => void = () => undefined;
    server.on('GET /api/events', () => ({
      stream: new ReadableStream<Uint8Array>({
        start: (controller) => {
          publish = (change) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(change)}\n\n`));
        },
      }),
    }));
    const map = { id: 'map', category: 'sanborn_maps', title: 'Sanborn', pages_ready: 0 };
    server.on('GET /api/documents', { json: documents([map]) });
    server.on('GET /api/documents/map', { json: { data: map } });
    const Live = () => {
      useLiveChanges(project.id);
      return <TimeMachinePage />;
    };
    renderProjectScreen(<Live />);
    await screen.findByText('Nothing to compare yet');
    await waitFor(() => expect(server.requestsOf('GET /api/events')).toHaveLength(1));
    publish({ entity: 'page', document_id: 'map' });
    await waitFor(() => expect(server.requestsOf('GET /api/documents/map')).toHaveLength(1));
    expect(server.requestsOf('GET /api/documents')).toHaveLength(1);
  });

  it('shows when the sheets cannot be read, and retries', async () => {
    server.on('GET /api/documents', { status: 503, json: { error: 'Documents are not available right now.' } });
    const { user } = renderProjectScreen(<TimeMachinePage />);
    await screen.findByText('Documents are not available right now.');
    server.on('GET /api/documents', { json: documents([]) });
    await user.click(screen.getByRole('button', { name: /retry/i }));
    await screen.findByText('Nothing to compare yet');
  });
});
