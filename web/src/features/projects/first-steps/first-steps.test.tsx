import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { customer, project as base, projectPage } from '../../../testing/fixtures.js';
import { renderScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import { takeHandedFiles } from '../../../lib/files/handed-files.js';
import type { Project } from '../../../lib/project/project-context.js';
import { DashboardPage } from '../dashboard-page.js';
import { summaryOf, worthOpening } from './worth-opening.js';

const none = { done: 0, total: 0 };
const counts = (pages: number, toReview: number) => ({
  ...{ historic: none, agency: none, user_provided: none, site_visits: none, to_link: 0 },
  ...{ pages: { done: pages, total: pages }, to_review: toReview },
});
const withPages = (id: string, pages: number, toReview: number, rest: Partial<Project> = {}): Project => ({
  ...base,
  id,
  title: `Project ${id}`,
  progress: { ...base.progress!, counts: counts(pages, toReview) },
  ...rest,
});

describe('the project to open first', () => {
  it('is an own one with proposals to review and most pages', () => {
    const list = [
      withPages('empty', 0, 0),
      withPages('read', 40, 0),
      withPages('few', 2, 1),
      withPages('most', 12, 3),
      withPages('done', 90, 9, { status: 'completed' }),
      withPages('sample', 50, 9, { sample: true, access_role: 'viewer' }),
    ];
    expect(worthOpening(list)?.id).toBe('most');
    expect(worthOpening([list[0]!, list[5]!])?.id).toBe('sample');
    expect(worthOpening([list[0]!])).toBeUndefined();
  });

  it('is summed up without zeros', () => {
    expect(summaryOf({ sheets: 12, findings: 9, toReview: 3 })).toBe('12 sheets read, 9 findings, 3 to review');
    expect(summaryOf({ sheets: 1, findings: 1, toReview: 0 })).toBe('1 sheet read, 1 finding');
    expect(summaryOf({ sheets: undefined, findings: undefined, toReview: undefined })).toBe('');
  });
});

describe('first steps', () => {
  let server: FakeServer;
  let projects: Project[];

  beforeEach(async () => {
    localStorage.clear();
    server = fakeServer();
    projects = [withPages('p-1', 12, 3)];
    await signedIn(server);
    server.on('GET /api/public/projects', ({ query }) =>
      query.get('companies') ? { json: { data: [] } } : { json: projectPage(projects) },
    );
    server.on('GET /api/documents', () => ({
      json: { ...projectPage([]), data: [{ id: 'd-1', pages_ready: 12, thumbnail_url: null }], count: 1 },
    }));
    server.on('GET /api/public/features', () => ({ json: { ...projectPage([]), count: 9 } }));
  });

  const strip = () => screen.findByRole('region', { name: 'First steps' });

  it('show the project with counts of the server, and lead to the sheet and the time machine', async () => {
    renderScreen(<DashboardPage />);
    expect(await within(await strip()).findByText('12 sheets read, 9 findings, 3 to review')).toBeTruthy();
    const link = (name: string) =>
      within(screen.getByRole('region', { name: 'First steps' })).getByRole('link', { name });
    await waitFor(() => expect(link('See what was found').getAttribute('href')).toBe('/projects/p-1/documents/d-1'));
    expect(link('Compare two years').getAttribute('href')).toBe('/projects/p-1/time-machine');
  });

  it('stay hidden for the person', async () => {
    const view = renderScreen(<DashboardPage />);
    await view.user.click(within(await strip()).getByRole('button', { name: 'Hide first steps' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
    view.unmount();
    renderScreen(<DashboardPage />);
    await screen.findByRole('table');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('are gone once each was followed', async () => {
    for (const step of ['found', 'compared', 'dropped'])
      localStorage.setItem(`symbio.first-steps.${step}.01890000-0000-7000-8000-000000000001`, 'done');
    renderScreen(<DashboardPage />);
    await screen.findByText('Project p-1');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('take a dropped map to the chosen project', async () => {
    const view = renderScreen(<DashboardPage />);
    await strip();
    const file = new File(['%PDF-'], 'brooklyn-1887.pdf', { type: 'application/pdf' });
    fireEvent.drop(window, { dataTransfer: { files: [file], types: ['Files'] } });
    const dialog = await screen.findByRole('dialog', { name: 'Upload 1 file' });
    await view.user.click(within(dialog).getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(view.path()).toBe('/projects/p-1/data-collection'));
    expect(takeHandedFiles('p-1')).toEqual([file]);
    expect(takeHandedFiles('p-1')).toBeUndefined();
  });

  it('tell a reader what is missing to drop a map', async () => {
    await signedIn(server, customer);
    projects = [withPages('p-1', 12, 3, { access_role: 'viewer', sample: true })];
    renderScreen(<DashboardPage />);
    const steps = await strip();
    expect(within(steps).getByText('Sample project, to look around in')).toBeTruthy();
    expect(within(steps).getByText(/Ask the person you work with/)).toBeTruthy();
    expect(within(steps).queryByRole('button', { name: 'Drop your own map' })).toBeNull();
  });
});
