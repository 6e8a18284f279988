import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { RetainedReportsPage } from './retained-reports-page.js';

const report = {
  version: {
    ...{ id: 'v1', project_id: 'p', number: 2, state: 'issued', issued_at: '2026-11-28T09:00:00.000Z' },
    signature: { by_name: 'Olive Owner' },
    files: ['report.pdf', 'report.docx', 'evidence.json', 'figures/figure-001.jpg'].map((name) => ({
      name,
      bytes: 2048,
    })),
  },
  ...{ project_number: 'P-2026-00001', project_title: 'Riverside', organization_id: 'o-1' },
  ...{ erased_at: '2026-12-30T09:00:00.000Z', erased_by_name: 'Ada Marsh' },
  kept_until: '2033-11-28T09:00:00.000Z',
};
const page = (data: object[], count = data.length) => ({
  json: { data, page: 1, per_page: 20, total_pages: Math.ceil(count / 20), count },
});

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/organizations', { json: { data: [] } });
});

it('lists issued reports of erased projects until when they are kept, with their documents (SET-09, CONST-15)', async () => {
  server.on(
    'GET /api/retained-reports',
    page([report, { ...report, version: { ...report.version, id: 'v2' }, erased_by_name: null }], 21),
  );
  const { user } = renderScreen(<RetainedReportsPage />);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toMatch(
    /^RiversideP-2026-00001Version 2IssuedSigned by Olive OwnerNov 28, 2026Dec 30, 2026by Ada MarshNov 28, 2033/,
  );
  expect(second?.textContent).toContain('automatically');
  expect(
    within(first!)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['PDF', 'Word', 'All files']);
  await user.click(within(first!).getByRole('button', { name: 'Download version 2 of Riverside as Word' }));
  await waitFor(() =>
    expect(server.requestsOf('GET /api/public/report-versions/v1/files/report.docx')).toHaveLength(1),
  );
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(server.requestsOf('GET /api/retained-reports').at(-1)?.query.get('page')).toBe('2'));
});

it('says why a version was withdrawn (SET-09)', async () => {
  const version = { ...report.version, state: 'withdrawn', reason: 'Wrong parcel.' };
  server.on('GET /api/retained-reports', page([{ ...report, version }]));
  renderScreen(<RetainedReportsPage />);
  expect((await screen.findByRole('row', { name: /Riverside/ })).textContent).toContain('WithdrawnWrong parcel.');
});

it('steps back from a page beyond the last one', async () => {
  server.on('GET /api/retained-reports', ({ query }) => {
    const number = Number(query.get('page'));
    return { json: { ...page(number > 2 ? [] : [report], 24).json, page: number } };
  });
  const { path } = renderScreen(<RetainedReportsPage />, '/?page=3');
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
  expect(path()).toBe('/?page=2');
});

it('offers every file that verify-report needs (SET-09)', async () => {
  server.on('GET /api/retained-reports', page([report]));
  const { user } = renderScreen(<RetainedReportsPage />);
  await user.click(await screen.findByRole('button', { name: 'All files of version 2 of Riverside' }));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(names).toEqual(report.version.files.map(({ name }) => `${name}2 KB`));
  await user.click(screen.getByRole('menuitem', { name: /figure-001/ }));
  const file = 'GET /api/public/report-versions/v1/files/figures%2Ffigure-001.jpg';
  await waitFor(() => expect(server.requestsOf(file)).toHaveLength(1));
});

it('names the organization of each project for people who see several', async () => {
  server.on('GET /api/me', { json: { data: { ...me, organization_id: undefined, role: 'administrator' } } });
  server.on('GET /api/organizations', { json: { data: [{ id: 'o-1', name: 'Acme Environmental' }] } });
  server.on('GET /api/retained-reports', page([report]));
  renderScreen(<RetainedReportsPage />);
  expect(await screen.findByText('P-2026-00001 · Acme Environmental')).toBeTruthy();
});

it('says so while there is none, and why the list is not shown', async () => {
  server.on('GET /api/retained-reports', page([]));
  const { unmount } = renderScreen(<RetainedReportsPage />);
  expect(await screen.findByText('No retained reports')).toBeTruthy();
  unmount();
  server.on('GET /api/retained-reports', { status: 403, json: { error: 'Only administrators may do this.' } });
  renderScreen(<RetainedReportsPage />);
  expect(await screen.findByText('Only administrators may do this.')).toBeTruthy();
});
