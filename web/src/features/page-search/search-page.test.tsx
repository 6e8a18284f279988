import { screen, waitFor, within } from '@testing-library/react';
import { appServer } from '../../testing/app-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { routes } from '../../app/router.js';

const hit = {
  ...{ document_id: 'd1', document_title: 'Sanborn 1896', page_id: 'p3', page_number: 3, label: 'Year 1896' },
  ...{ thumbnail_url: null, tile_source: null, snippet: 'GAS HOLDER', boxes: [], match: 'exact', places: [] },
  snippet_parts: [{ text: 'GAS HOLDER', is_hit: true }],
};
const findings = {
  project: {
    id: project.id,
    number: project.number,
    title: 'Harlan Street Cannery',
    address: '12 Harlan St, Troy, NY',
  },
  ...{ page_count: 2, pages: [hit], documents: [], features: [{ id: 'f1', name: 'Gas holder', land_use: [] }] },
};
const path = 'GET /api/search';

let server: FakeServer;
beforeEach(async () => {
  server = appServer();
  server.on(path, { json: { data: [findings], page_count: 2, has_more: false, cut: false } });
  await signedIn(server);
});

describe('the search over all projects', () => {
  it('groups its results by project and leads to the place on the sheet', async () => {
    renderRoutes(routes, '/search?q=gas+holder');
    expect(await screen.findByText('2 pages found. Results in 1 project.')).toBeTruthy();
    const [group] = within(screen.getByRole('list', { name: 'Projects found' })).getAllByRole('listitem');
    if (!group) throw new Error('No project is listed');
    expect(within(group).getByRole('heading', { level: 2 }).textContent).toContain('Harlan Street Cannery');
    expect(within(group).getByText(/12 Harlan St, Troy, NY/)).toBeTruthy();
    expect(within(group).getByRole('link', { name: 'Gas holder' }).getAttribute('href')).toBe(
      `/projects/${project.id}/insights?feature=f1`,
    );
    const found = screen.getByTestId('page-hit-p3');
    expect(found.textContent).toBe('Sanborn 1896 · Year 1896, page 3GAS HOLDER');
    expect(found.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=3&q=gas+holder`);
  });

  it('lists all pages of a project in place', async () => {
    const all = { data: [hit, { ...hit, page_id: 'p4' }], page: 1, per_page: 10, total_pages: 1, count: 2 };
    server.on(`GET /api/projects/${project.id}/page-search`, { json: all });
    const view = renderRoutes(routes, '/search?q=gas');
    await view.user.click(await screen.findByRole('button', { name: 'Show all 2 pages' }));
    expect(await screen.findByTestId('page-hit-p4')).toBeTruthy();
  });

  it('keeps the words in the address, and the results while more projects load', async () => {
    server.on(path, { json: { data: [findings], page_count: 90, has_more: true, cut: true } });
    const view = renderRoutes(routes, '/search');
    await view.user.type(await screen.findByRole('searchbox', { name: 'Search all projects' }), 'gas');
    await waitFor(() => expect(view.path()).toBe('/search?q=gas'));
    expect(await screen.findByText(/^90 pages found. Results in 1 or more projects. There are more/)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Show more projects' }));
    expect(screen.getByTestId('page-hit-p3')).toBeTruthy();
    await waitFor(() => expect(server.requestsOf(path).at(-1)?.query.get('projects')).toBe('30'));
  });

  it('says that nothing was found, or what failed', async () => {
    server.on(path, { json: { data: [], page_count: 0, has_more: false, cut: false } });
    const view = renderRoutes(routes, '/search?q=quicksilver');
    expect(await screen.findByText('Nothing found')).toBeTruthy();
    view.unmount();
    server.on(path, { status: 503, json: { error: 'The document service is not available.' } });
    renderRoutes(routes, '/search?q=mercury');
    expect(await screen.findByText('The projects could not be searched')).toBeTruthy();
    expect(screen.getByText('The document service is not available.')).toBeTruthy();
  });
});
