import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appServer } from '../../testing/app-server.js';
import { heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { project, projectPage } from '../../testing/fixtures.js';
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
  tile_source: null,
  snippet: 'COAL STORHGE',
  snippet_parts: [
    { text: 'COAL ', is_hit: false },
    { text: 'STORHGE', is_hit: true },
  ],
  boxes: [],
  match: 'near',
  places: [],
};

const feature = (id: string, name: string) => ({ id, name, land_use: [], coordinate: null });

let server: FakeServer;

beforeEach(async () => {
  server = appServer();
  server.on(path, { json: { data: [hit], page: 1, per_page: 10, total_pages: 1, count: 1 } });
  await signedIn(server);
});

describe('the palette', () => {
  const dialogBox = () => screen.findByRole('searchbox', { name: 'Search' });

  it('opens from any screen of a project by its button, finds words, and leads to them', async () => {
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await view.user.click(await screen.findByRole('button', { name: /^Search \(/ }));
    const box = await dialogBox();
    await waitFor(() => expect(document.activeElement).toBe(box));
    await view.user.type(box, 'storage');
    const found = await screen.findByTestId('page-hit-p3');
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['STORHGE']);
    expect(found.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=3&q=storage`);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Search \(/);
    // the last search is still there
    await view.user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByDisplayValue('storage')).toBeTruthy();
  });

  it('stays while an input method takes Enter', async () => {
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await screen.findByRole('button', { name: /^Search \(/ });
    await view.user.keyboard('{Control>}k{/Control}');
    const box = await dialogBox();
    await view.user.type(box, 'storage');
    await screen.findByTestId('page-hit-p3');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(view.router.state.location.pathname).toBe(`/projects/${project.id}/report-generation`);
  });

  it('finds documents and features of the project by the input', async () => {
    server.on('GET /api/documents', {
      json: { data: [{ id: 'd7', title: 'Storage permit', file_name: 'permit.pdf' }] },
    });
    server.on('GET /api/public/features', {
      json: { data: [feature('f1', 'Coal storage'), feature('f2', 'Gas holder')] },
    });
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await screen.findByRole('button', { name: /^Search \(/ });
    await view.user.keyboard('{Control>}k{/Control}');
    await view.user.type(await dialogBox(), 'stor');
    const linksOf = async (name: string) =>
      within(await screen.findByRole('list', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(await linksOf('Documents')).toEqual([`/projects/${project.id}/documents/d7`]);
    expect(await linksOf('Features')).toEqual([`/projects/${project.id}/insights?feature=f1`]);
    expect(server.requestsOf('GET /api/documents').at(-1)?.query.get('search')).toBe('stor');
  });

  it('leads to projects, screens and settings where no project is open; Enter goes to the first', async () => {
    const view = renderRoutes(routes, '/issues');
    await screen.findByRole('button', { name: /^Search \(/ });
    await view.user.keyboard('{Control>}k{/Control}');
    const box = await dialogBox();
    await view.user.type(box, 'harlan');
    const link = await screen.findByRole('link', { name: /^Harlan Street Cannery/ });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/setup`);
    await view.user.clear(box);
    await view.user.type(box, 'sett secu');
    await screen.findByRole('link', { name: /^Account/ });
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Data Privacy/ })).toBeNull());
    await view.user.keyboard('{Enter}');
    await waitFor(() => expect(view.path()).toBe('/settings/profile'));
    expect(server.requestsOf(path)).toEqual([]);
  });

  it('"/" focuses the search of the screen, or opens the palette without one', async () => {
    const view = renderRoutes(routes, '/');
    const box = await screen.findByRole('searchbox', { name: /projects/i });
    await view.user.keyboard('/');
    expect(document.activeElement).toBe(box);
    await view.user.keyboard('a/b');
    expect((box as HTMLInputElement).value).toBe('a/b');
    view.unmount();
    const other = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await screen.findByRole('button', { name: /^Search \(/ });
    await other.user.keyboard('/');
    expect(await dialogBox()).toBeTruthy();
  });

  it('shows that it searches, that nothing matches, or why projects could not be searched', async () => {
    const view = renderRoutes(routes, '/issues');
    await screen.findByRole('button', { name: /^Search \(/ });
    const { handler, answer } = heldAnswer();
    server.on('GET /api/search', handler);
    server.on('GET /api/public/projects', { json: projectPage([]) });
    await view.user.keyboard('{Control>}k{/Control}');
    const box = await dialogBox();
    await view.user.type(box, 'q');
    expect(await screen.findByText('Type at least two letters.')).toBeTruthy();
    await view.user.type(box, 'uarry');
    expect(await screen.findByText('Searching all projects...')).toBeTruthy();
    answer({ json: { data: [], page_count: 0, has_more: false, cut: false } });
    expect(await screen.findByText('No page, feature or document has these words.')).toBeTruthy();
    server.on('GET /api/search', { status: 503, json: { error: 'The document service is not available.' } });
    server.on('GET /api/public/projects', { status: 503, json: { error: 'The project service is not available.' } });
    await view.user.type(box, ' road');
    expect(await screen.findByText('The project service is not available.')).toBeTruthy();
    expect(await screen.findByText('The document service is not available.')).toBeTruthy();
    expect(screen.queryByText(/No page, feature or document/)).toBeNull();
  });

  it('finds words in all projects, grouped by project, and leads to the place and to all results', async () => {
    const other = {
      id: 'p-mill',
      number: 'P-2026-00009',
      title: 'Mill Street Laundry',
      address: '4 Mill St, Troy, NY',
    };
    const findings = {
      ...{ project: other, page_count: 7, pages: [{ ...hit, page_id: 'p8', document_id: 'd8' }] },
      documents: [{ id: 'd9', title: 'Storage permit', file_name: 'permit.pdf' }],
      features: [{ id: 'f9', name: 'Cold storage', land_use: [] }],
    };
    const own = { ...findings, project: { ...other, id: project.id, title: 'The open one' } };
    server.on('GET /api/search', { json: { data: [own, findings], page_count: 7, has_more: true, cut: false } });
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await screen.findByRole('button', { name: /^Search \(/ });
    await view.user.keyboard('{Control>}k{/Control}');
    await view.user.type(await dialogBox(), 'storage');
    const list = await screen.findByRole('list', { name: 'In other projects' });
    expect(await within(list).findByRole('heading', { level: 3, name: /Mill Street Laundry/ })).toBeTruthy();
    expect(within(list).queryByText('The open one')).toBeNull();
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/projects/p-mill/setup',
      '/projects/p-mill/insights?feature=f9',
      '/projects/p-mill/documents/d9',
      '/projects/p-mill/documents/d8?page=3&q=storage',
    ]);
    await view.user.click(screen.getByRole('link', { name: 'All results in all projects' }));
    await waitFor(() => expect(view.path()).toBe('/search?q=storage'));
    expect(await screen.findByRole('searchbox', { name: 'Search all projects' })).toBeTruthy();
  });

  it('says whether documents or features could not be searched', async () => {
    server.on('GET /api/documents', { status: 503, json: { error: 'Documents are away.' } });
    server.on('GET /api/public/features', { status: 503, json: { error: 'Features are away.' } });
    const view = renderRoutes(routes, `/projects/${project.id}/report-generation`);
    await screen.findByRole('button', { name: /^Search \(/ });
    await view.user.keyboard('{Control>}k{/Control}');
    await view.user.type(await dialogBox(), 'stor');
    expect(await screen.findByText('Documents are away.')).toBeTruthy();
    expect(await screen.findByText('Features are away.')).toBeTruthy();
  });
});
