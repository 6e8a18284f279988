import { screen, waitFor } from '@testing-library/react';
import { appServer } from '../../testing/app-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { routes } from '../../app/router.js';

const path = `GET /api/projects/${project.id}/page-search`;
const hit = {
  document_id: 'd1',
  document_title: 'Sanborn 1896',
  page_id: 'p3',
  page_number: 3,
  label: 'Year 1896',
  thumbnail_url: null,
  snippet: 'COAL STORHGE',
  snippet_parts: [
    { text: 'COAL ', is_hit: false },
    { text: 'STORHGE', is_hit: true },
  ],
  boxes: [],
  match: 'near',
  places: [],
};

let server: FakeServer;

beforeEach(async () => {
  server = appServer();
  server.on(path, { json: { data: [hit], page: 1, per_page: 10, total_pages: 1, count: 1 } });
  await signedIn(server);
});

describe('the search over the pages', () => {
  it('opens from any screen of a project by its button, finds, and leads to the words', async () => {
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await view.user.click(await screen.findByRole('button', { name: /^Search the pages of the project/ }));
    const box = await screen.findByRole('searchbox', { name: 'Words on the pages of the project' });
    await waitFor(() => expect(document.activeElement).toBe(box));
    await view.user.type(box, 'storage');
    const found = await screen.findByTestId('page-hit-p3');
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['STORHGE']);
    expect(found.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=3&q=storage`);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // what was looked for is still there, to go on with the next hit
    await view.user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByDisplayValue('storage')).toBeTruthy();
  });

  it('is not offered where no project is open', async () => {
    const view = renderRoutes(routes, '/');
    await screen.findByRole('link', { name: 'Issues' });
    expect(screen.queryByRole('button', { name: /^Search the pages of the project/ })).toBeNull();
    await view.user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
