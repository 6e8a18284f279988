import { act, screen, waitFor, within } from '@testing-library/react';
import type { Coverage, Gap, Interview } from '@symbio/client';
import { gapAddress } from '../../evidence/offered-gap.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { CoveragePage } from './coverage-page.js';

withoutLayout();

const by = { by_name: 'Ann', at: '2026-11-20T10:00:00.000Z' };
const sanborn: Coverage['cells'][number] = {
  ...{ source: 'sanborn_maps', decade: 1920, area: 'property', document_ids: ['d1'], years: [1924] },
  ...{ no_coverage_years: [], state: 'reviewed', stated: null },
};
const directories: Coverage['cells'][number] = {
  ...{ source: 'city_directories', decade: 1930, area: 'property', document_ids: [], years: [], no_coverage_years: [] },
  ...{ state: 'unavailable', stated: { note: 'No copy survives.', ...by } },
};
const gap: Gap = {
  ...{ id: 'g1', project_id: project.id, kind: 'interval', from: 1924, to: 1938, area: 'property', source: null },
  ...{ tried: 'State archive', significant: null, reason: '', effect: '', by_name: 'Ann' },
  ...{ created_at: by.at, updated_at: by.at },
};
const interval: Coverage['intervals'][number] = {
  ...{ id: '1938-1951-property', from: 1938, to: 1951, area: 'property', gap_id: null },
  ...{ sources_before: ['sanborn_maps'], sources_after: ['aerial_imagery'] },
};
const explained = { ...interval, id: '1924-1938-property', from: 1924, to: 1938, gap_id: 'g1' };
const adjoining: typeof interval = { ...interval, id: '1924-1951-adjoining', from: 1924, area: 'adjoining' };
const coverage: Coverage = {
  ...{ project_id: project.id, first_use: null, history_target: 1940, decades: [1920, 1930, 1940] },
  cells: [sanborn, directories],
  intervals: [explained, interval, adjoining],
  history: [
    {
      ...{ id: 'h1', first_use: null, gap: null, ...by },
      cell: { source: 'city_directories', decade: 1930, area: 'property', state: 'reviewed', note: 'Seen.', ...by },
    },
  ],
  updated_at: by.at,
};
const attempt: Interview = {
  ...{ id: 'i1', project_id: project.id, role: 'owner', person: 'Ms. Hale', date: '2026-11-03', method: 'telephone' },
  ...{ answered: false, text: '', by_name: 'Ann', created_at: by.at, updated_at: by.at },
};
const AT = `/api/public/projects/${project.id}/coverage`;

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${AT}`, { json: { data: coverage } });
  server.on('GET /api/public/gaps', { json: { data: [gap], count: 1 } });
  server.on('GET /api/public/interviews', { json: { data: [attempt], count: 1 } });
  server.on(`GET /api/public/projects/${project.id}/questionnaire`, {
    json: { data: { project_id: project.id, questions: [], links: [], answers: [] } },
  });
  server.on('GET /api/public/lien-searches', { json: { data: [], count: 0 } });
  server.on('GET /api/documents/d1', { json: { data: { id: 'd1', title: 'Fire insurance maps' } } });
  server.on('GET /api/documents/d1/pages', {
    json: { data: [1887, 1924].map((year, at) => ({ id: `p${at}`, page_number: at + 1, metadata: { year } })) },
  });
  server.on(`PUT ${AT}`, { json: { data: coverage } });
});

it('shows sources by decade and area; a cell leads to its sheets', async () => {
  const { user } = renderProjectScreen(<CoveragePage />, 'viewer', project);
  const table = within(await screen.findByRole('table', { name: 'Coverage' }));
  expect(table.getAllByRole('row')).toHaveLength(1 + 5 * 2);
  expect(table.getByRole('button', { name: 'Aerial imagery, adjoining, 1930s: no source' })).toBeTruthy();
  await user.click(table.getByRole('button', { name: 'Sanborn maps, property, 1920s: reviewed, 1924' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Source in a decade' }));
  const sheet = await drawer.findByRole('link', { name: '1924, page 2' });
  expect(sheet.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=2`);
  expect(await drawer.findByRole('link', { name: 'Fire insurance maps' })).toBeTruthy();
  expect(drawer.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('a person states otherwise with a reason; earlier statements stay visible', async () => {
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'City directories, property, 1930s: not available' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Source in a decade' }));
  expect(drawer.getByText('Reviewed: Seen.')).toBeTruthy();
  await user.selectOptions(drawer.getByRole('combobox', { name: 'State' }), 'Nothing found');
  const reason = drawer.getByRole('textbox', { name: /Reason/ });
  await user.clear(reason);
  expect(drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.type(reason, 'No listing.');
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf(`PUT ${AT}`).at(-1)?.body).toEqual({
      cells: [
        {
          ...{ source: 'city_directories', decade: 1930, area: 'property', coverage_state: 'nothing_found' },
          note: 'No listing.',
        },
      ],
      ...{ first_use: null, updated_at: by.at },
    }),
  );
});

it('one statement is made for all sources where they cover the property', async () => {
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'Aerial imagery, adjoining, 1930s: no source' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Source in a decade' }));
  await user.selectOptions(drawer.getByRole('combobox', { name: 'State' }), 'Reviewed');
  const scope = drawer.getByRole('combobox', { name: 'For' });
  await user.selectOptions(scope, 'All empty decades of all standard sources');
  expect(drawer.getByText('15 cells')).toBeTruthy();
  await user.selectOptions(scope, 'All standard sources, in decades that they cover the property');
  await user.type(drawer.getByRole('textbox', { name: /Reason/ }), 'The sheets show them too.');
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  const adjoining = { area: 'adjoining', coverage_state: 'reviewed', note: 'The sheets show them too.' };
  await waitFor(() =>
    expect(server.requestsOf(`PUT ${AT}`).at(-1)?.body).toMatchObject({
      cells: [
        { source: 'city_directories', area: 'property', coverage_state: 'unavailable' },
        { ...adjoining, source: 'aerial_imagery', decade: 1930 },
        { ...adjoining, source: 'sanborn_maps', decade: 1920 },
      ],
    }),
  );
});

it('a cell without a source becomes a gap', async () => {
  server.on('POST /api/public/gaps', { status: 201, json: { data: gap } });
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'Topographic maps, adjoining, 1930s: no source' }));
  await user.click(await screen.findByRole('button', { name: 'Record a gap' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New gap' }));
  await user.type(dialog.getByRole('textbox', { name: 'What was tried' }), 'USGS store');
  await user.click(dialog.getByRole('radio', { name: 'Significant' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/gaps').at(-1)?.body).toMatchObject({
      ...{ project_id: project.id, kind: 'source', source: 'topographic_maps', area: 'adjoining' },
      ...{ from: 1930, to: 1939, tried: 'USGS store', significant: true, reason: '', effect: '' },
    }),
  );
});

it('an open interval fills the form of a gap, and a person judges it', async () => {
  server.on('POST /api/public/gaps', { status: 201, json: { data: gap } });
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'New gap' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New gap' }));
  expect(dialog.queryByRole('checkbox', { name: /^1924 .* to 1938/ })).toBeNull();
  const tried = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'What was tried' });
  const choice = dialog.getByRole('checkbox', { name: '1938 (Sanborn maps) to 1951 (Aerial imagery), property' });
  await user.click(choice);
  expect(tried.value).toBe('Sources consulted: Sanborn maps, City directories. None covers these years.');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Not judged' }).checked).toBe(true);
  await user.click(choice);
  expect([tried.value, dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'From year' }).value]).toEqual([
    '',
    '',
  ]);
  await user.type(tried, 'State archive');
  await user.click(choice);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/gaps').at(-1)?.body).toMatchObject({
      ...{ kind: 'interval', from: 1938, to: 1951, area: 'property', source: null, tried: 'State archive' },
      ...{ significant: null, reason: '', effect: '' },
    }),
  );
});

it('one judgement of several intervals records a gap for each; a repetition records none twice', async () => {
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'New gap' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New gap' }));
  await user.click(dialog.getByRole('checkbox', { name: 'All open intervals' }));
  expect(dialog.queryByRole('spinbutton', { name: 'From year' })).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Not significant' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No change.');
  let requests = 0;
  server.on('POST /api/public/gaps', () =>
    ++requests === 2
      ? { status: 409, json: { error: 'A project has at most 200 gaps.', code: 'too_many_gaps' } }
      : { status: 201, json: { data: gap } },
  );
  await user.click(dialog.getByRole('button', { name: 'Save 2 gaps' }));
  await dialog.findByRole('alert');
  await user.click(dialog.getByRole('button', { name: 'Save 2 gaps' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bodies = server.requestsOf('POST /api/public/gaps').map(({ body }) => body as Gap);
  const judged = { kind: 'interval', significant: false, reason: 'No change.' };
  expect(bodies.slice(2)).toMatchObject([
    { ...judged, from: 1938, to: 1951, area: 'property' },
    { ...judged, from: 1924, to: 1951, area: 'adjoining' },
  ]);
  expect(bodies.slice(0, 2).map(({ id }) => id)).toEqual(bodies.slice(2).map(({ id }) => id));
});

it('a link of the review list opens the form with its interval', async () => {
  const { router } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await act(() => router.navigate(gapAddress(project.id, { kind: 'interval', tried: '', interval: interval.id })));
  const dialog = within(await screen.findByRole('dialog', { name: 'New gap' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^1938 .* property$/ }).checked).toBe(true);
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'To year' }).value).toBe('1951');
});

it('an attempt without an answer becomes a gap that a person judges', async () => {
  server.on('POST /api/public/gaps', { status: 201, json: { data: gap } });
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'Make it a gap: Owner: Ms. Hale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New gap' }));
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'What was tried' }).value).toBe(
    'Owner: Ms. Hale, Nov 3, 2026, telephone: no answer.',
  );
  await user.click(dialog.getByRole('radio', { name: 'Not significant' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/gaps').at(-1)?.body).toMatchObject({
      ...{ kind: 'interview', tried: 'Owner: Ms. Hale, Nov 3, 2026, telephone: no answer.', significant: false },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a gap is judged and deleted with an undo', async () => {
  server.on('PUT /api/public/gaps/g1', { json: { data: gap } });
  server.on('DELETE /api/public/gaps/g1', { json: { success: true } });
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  const list = within(await screen.findByRole('list', { name: 'Gaps' }));
  expect(list.getByText('Interval, 1924 to 1938, property')).toBeTruthy();
  await user.click(list.getByRole('button', { name: /^Edit: Interval/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit gap' }));
  await user.click(dialog.getByRole('radio', { name: 'Not significant' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No change of use.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('PUT /api/public/gaps/g1').at(-1)?.body).toMatchObject({
      ...{ significant: false, reason: 'No change of use.', updated_at: by.at },
    }),
  );
  await user.click(await list.findByRole('button', { name: /^Delete: Interval/ }));
  await waitFor(() => expect(server.requestsOf('DELETE /api/public/gaps/g1')).toHaveLength(1));
});

it('the first developed use is stated with a reason', async () => {
  const { user } = renderProjectScreen(<CoveragePage />, 'editor', project);
  await screen.findByText('The history must reach 1940.');
  await user.click(screen.getByRole('button', { name: 'First use' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'First developed use' }));
  await user.type(dialog.getByRole('spinbutton', { name: 'Year' }), '1887');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Gas holders.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf(`PUT ${AT}`).at(-1)?.body).toMatchObject({
      first_use: { year: 1887, note: 'Gas holders.' },
    }),
  );
});
