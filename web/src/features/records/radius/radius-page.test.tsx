import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { RadiusPage } from './radius-page.js';
import type { RadiusReport, ReportRow } from '../../../evidence/radius-report-api.js';

withoutLayout();

const SENTENCE = 'The report says 2 LUST, 1 was read. See page 11.';
const row: ReportRow = {
  ...{ map_id: '1', name: 'ACME CLEANERS', address: '12 MAIN ST', city: '', state: '', zip: '', lists: ['LUST'] },
  ...{
    distance_ft: 120,
    direction: 'NE',
    elevation: null,
    status: null,
    ids: [],
    doubts: ['The direction was not read.'],
  },
  source: {
    ...{ document_id: 'd1', document_name: 'Radius.pdf', page_id: 'pg4', page: 4, list: 'LUST', map_id: '1' },
    ...{ distance_ft: 120, direction: 'NE' },
    box: { x: 100, y: 500, width: 1_000, height: 20 },
  },
};
const list = {
  ...{ list: 'LUST', standard_list: 'LUST', total: 2, read: 1, needs_confirmation: true, sentence: SENTENCE },
  ...{ page: 11, page_id: 'pg11' },
};
const report: RadiusReport = {
  ...{ id: 'd1', project_id: project.id, state: 'proposed', vendor: 'EDR', document_name: 'Radius.pdf' },
  ...{ page_count: 20, unread_pages: 0, check: 'differ', lists: [list], rows: [row], orphans: [], dates: [] },
  ...{ doubts: [], revision: 3, by_id: 'u1', by_name: 'Ada', read_at: '2026-11-28T10:00:00Z' },
  ...{ confirmed_by_id: null, confirmed_by_name: null, confirmed_at: null },
};
const PATH = '/api/public/documents/d1/radius-report';

let server: FakeServer;
let stored: RadiusReport | undefined;
beforeEach(async () => {
  stored = report;
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/documents', { json: { data: [{ id: 'd1', title: 'Radius report' }], total_pages: 1 } });
  server.on(`GET ${PATH}`, () => (stored ? { json: { data: stored } } : { status: 404, json: { error: 'Not found' } }));
  server.on(`POST ${PATH}`, () => ({ json: { data: (stored = report) } }));
  server.on(`PUT ${PATH}/confirm`, () => ({ json: { data: (stored = { ...report, state: 'confirmed' }) } }));
});

async function choose(): Promise<void> {
  await screen.findByRole('option', { name: 'Radius report' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Document' }), { target: { value: 'd1' } });
}

describe('a radius report', () => {
  it('is read from the chosen document', async () => {
    stored = undefined;
    renderProjectScreen(<RadiusPage />, 'editor', project);
    await choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Read the report' }));
    const table = await screen.findByRole('table', { name: 'Sites of the report' });
    expect(table.textContent).toContain('1 ACME CLEANERS');
  });

  it('names lists that differ, each of which a person confirms', async () => {
    renderProjectScreen(<RadiusPage />, 'editor', project);
    await choose();
    await screen.findByText(SENTENCE);
    const take = screen.getByRole<HTMLButtonElement>('button', { name: 'Take 1 site' });
    expect(take.disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Confirm LUST' }));
    fireEvent.click(take);
    await waitFor(() =>
      expect(server.requestsOf(`PUT ${PATH}/confirm`).at(-1)?.body).toEqual({ lists: ['LUST'], revision: 3 }),
    );
    await screen.findByRole('button', { name: 'Undo confirmation' });
  });

  it('shows the line of a site and its doubts', async () => {
    renderProjectScreen(<RadiusPage />, 'viewer', project);
    await choose();
    const table = within(await screen.findByRole('table', { name: 'Sites of the report' }));
    table.getByText('The direction was not read.');
    fireEvent.click(table.getByRole('button', { name: '1 ACME CLEANERS' }));
    expect(screen.getByRole('link', { name: 'Page 4 of Radius.pdf' }).getAttribute('href')).toBe(
      `/projects/${project.id}/documents/d1?page=pg4&at=600,510`,
    );
    expect(screen.getByRole('img', { name: 'Page 4' }).getAttribute('src')).toBe(
      '/api/public/iiif/3/pg4/60,240,1080,540/!1200,1200/0/default.jpg',
    );
    expect(screen.queryByRole('button', { name: 'Take 1 site' })).toBeNull();
  });
});
