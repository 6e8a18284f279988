import { act, screen, waitFor } from '@testing-library/react';
import { projectsApi } from '../features/projects/api.js';
import { api } from '../lib/http/api.js';
import type { Project } from '../lib/project/project-context.js';
import { appServer } from '../testing/app-server.js';
import { heldAnswer, type FakeServer } from '../testing/fake-server.js';
import { customer, project, projectPage } from '../testing/fixtures.js';
import { renderRoutes } from '../testing/render.js';
import { signedIn } from '../testing/sign-in.js';
import { routes } from './router.js';

const GONE = /^This project is no longer open to you/;
const FORBIDDEN = { status: 404, json: { error: 'Project not found', code: 'not_found' } };

let server: FakeServer;
/** Undefined: not accessible. */
let mine: Project | undefined;
let streams: Map<string | null, ReadableStreamDefaultController<Uint8Array>>;

beforeEach(async () => {
  server = appServer();
  streams = new Map();
  server.on('GET /api/public/projects', ({ query }) => {
    if (query.get('id') === null) return { json: projectPage(mine ? [mine] : []) };
    return mine ? { json: { data: mine } } : FORBIDDEN;
  });
  server.on('GET /api/events', ({ query }) => {
    const of = query.get('project_id');
    if (of !== null && !mine) return FORBIDDEN;
    return { stream: new ReadableStream<Uint8Array>({ start: (controller) => void streams.set(of, controller) }) };
  });
  await signedIn(server, customer);
});

const streamOf = async (of: string | null): Promise<ReadableStreamDefaultController<Uint8Array>> => {
  await waitFor(() => expect([...streams.keys()]).toContain(of));
  return streams.get(of)!;
};

async function change(role: Project['access_role'], of: string | null): Promise<void> {
  const stream = await streamOf(of);
  mine = role && { ...project, access_role: role };
  const event = { entity: 'access', verb: 'changed', id: 'm-1', project_id: project.id };
  act(() => stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)));
}

describe('a user whose role in a project changes', () => {
  it('sees the buttons of the current role on the open screen', async () => {
    mine = { ...project, access_role: 'viewer' };
    renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Details' })).toBeNull();
    await change('editor', project.id);
    expect(await screen.findByRole('button', { name: 'Edit Details' })).toBeTruthy();
    await change('viewer', project.id);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Details' })).toBeNull(), { timeout: 5_000 });
  });

  it('sees the project appear in the open list, and disappear', async () => {
    mine = undefined;
    renderRoutes(routes, '/');
    expect(await screen.findByText(/One appears here as soon as its owner adds you/)).toBeTruthy();
    await change('viewer', null);
    expect(await screen.findByText(project.title)).toBeTruthy();
    await change(undefined, null);
    await waitFor(() => expect(screen.queryByText(project.title)).toBeNull(), { timeout: 5_000 });
  });

  it('gets a notice inside the project that access was lost, and returns to it when added again', async () => {
    mine = { ...project, access_role: 'viewer' };
    renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    await change(undefined, project.id);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(GONE);
    expect(screen.queryByText(project.title)).toBeNull();
    streams.delete(project.id);
    await change('viewer', null);
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(screen.queryByText(GONE)).toBeNull();
    await streamOf(project.id);
  });

  it('sees nothing of the project while it is refetched', async () => {
    mine = { ...project, access_role: 'viewer' };
    const view = renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByRole('navigation', { name: 'Project stages' })).toBeTruthy();
    await change(undefined, project.id);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    const held = heldAnswer();
    server.on('GET /api/public/projects', held.handler);
    const before = server.requests.length;
    act(() => void view.store.dispatch(api.util.invalidateTags([{ type: 'Project', id: project.id }])));
    await waitFor(() =>
      expect(server.requests.slice(before).map(({ path }) => path)).toContain('/api/public/projects'),
    );
    expect(screen.getByRole('alert').textContent).toMatch(GONE);
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Project stages' })).toBeNull();
    held.answer(FORBIDDEN);
  });

  it('keeps its breadcrumb in the header while a refetch fails', async () => {
    mine = { ...project, access_role: 'viewer' };
    const view = renderRoutes(routes, `/projects/${project.id}/setup`);
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(crumbs.textContent).toContain(project.title));
    server.on('GET /api/public/projects', {
      status: 503,
      json: { error: 'The project service is away.', code: 'unavailable' },
    });
    act(() => void view.store.dispatch(api.util.invalidateTags([{ type: 'Project', id: project.id }])));
    const { select } = projectsApi.endpoints.getProject;
    await waitFor(() => expect(select(project.id)(view.store.getState()).isError).toBe(true));
    expect(screen.getByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toContain(project.title);
  });

  it('gets the notice even if the stream ended before the event', async () => {
    mine = { ...project, access_role: 'viewer' };
    renderRoutes(routes, `/projects/${project.id}/setup`);
    const stream = await streamOf(project.id);
    mine = undefined;
    act(() => stream.close());
    expect(await screen.findByText(GONE, undefined, { timeout: 5_000 })).toBeTruthy();
  });

  it('sees a project appear whose URL is open', async () => {
    mine = undefined;
    renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.queryByText(GONE)).toBeNull();
    await change('viewer', null);
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
  });

  it('finds it in the list after returning from the settings', async () => {
    mine = undefined;
    const view = renderRoutes(routes, '/');
    expect(await screen.findByText(/One appears here as soon as its owner adds you/)).toBeTruthy();
    streams.clear();
    await act(() => view.router.navigate('/settings/profile'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy();
    await change('viewer', null);
    await act(() => view.router.navigate('/'));
    expect(await screen.findByText(project.title)).toBeTruthy();
  });
});
