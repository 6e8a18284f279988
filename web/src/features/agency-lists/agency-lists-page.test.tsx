import { screen, waitFor, within } from '@testing-library/react';
import { customer, me } from '../../testing/fixtures.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { AgencyListsPage } from './agency-lists-page.js';
import { ageOf } from '../../evidence/list-age.js';
import { rememberList } from './interrupted-lists.js';
import { refusedCsv } from './list-text.js';
import type { ListVersion } from '../../evidence/data-sets-api.js';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const version: ListVersion = {
  ...{ id: 'v1', state: 'ready', agency_date: daysAgo(214), file_name: 'frs.csv', bytes: 2_048, sha256: 'ab' },
  ...{ format: 'epa-frs', rows: 1_210, taken: 1_204, refused: { width: 5, empty: 1 }, problem: null },
  examples: [{ reason: 'width', row: 7, text: '=broken, "row"' }],
  ...{ qualities: { exact: 1_000, area: 204 }, mended: { swapped: 2 }, lists: { NPL: 4, LUST: 1_200 } },
  ...{ unknown_columns: null, by_id: 'u1', by_name: 'Ada', created_at: '2026-11-01T10:00:00Z' },
};
const frs = {
  ...{ id: 'd1', name: 'EPA FRS', agency: 'EPA', source_url: 'https://www.epa.gov/frs', licence: 'Public domain' },
  ...{ current_version_id: 'v1', versions: [version], created_by_id: 'u1', created_by_name: 'Ada' },
  ...{ created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' },
};
const unknown = {
  ...frs,
  ...{ id: 'd2', name: 'State tanks', current_version_id: null, licence: '' },
  versions: [
    {
      ...version,
      ...{ id: 'v2', state: 'unknown_columns', format: null, lists: {}, examples: [], refused: {} },
      unknown_columns: {
        header: ['Key', 'Caption', 'Lat', 'Long'],
        header_hash: 'h',
        proposed: { latitude: 'Lat', longitude: 'Long' },
        sample: [['1', 'Corner station', '40.7', '-73.9']],
      },
    },
  ],
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/me', { json: { data: me } });
  server.on('GET /api/public/data-sets', { json: { data: [frs, unknown], count: 2 } });
});

describe('agency lists', () => {
  it('are listed with their age, licence, records taken and refused', async () => {
    const { user } = renderScreen(<AgencyListsPage />);
    const row = within(await screen.findByRole('row', { name: /EPA FRS/ }));
    for (const text of ['214 days old', '1,204', 'Public domain', 'frs.csv']) expect(row.getByText(text)).toBeTruthy();
    await user.click(row.getByRole('button', { name: '6 refused' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'EPA FRS' }));
    expect(dialog.getByRole('region', { name: 'Records by list' }).textContent).toContain('Leaking storage tanks1,200');
    const refused = within(dialog.getByRole('table', { name: 'Refused rows' }));
    expect(refused.getByRole('row').textContent).toBe('Row 7Other number of columns=broken, "row"');
    expect(dialog.getByText('Searched')).toBeTruthy();
  });

  it('have columns that an administrator names on sample rows', async () => {
    server.on('PUT /api/public/data-sets/d2/versions/v2/columns', { json: { data: frs } });
    const { user } = renderScreen(<AgencyListsPage />);
    await user.click(await screen.findByRole('button', { name: 'Name columns' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns of State tanks' }));
    expect(dialog.getByText('Corner station')).toBeTruthy();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Name' }), 'Caption');
    await user.click(dialog.getByRole('combobox', { name: /Lists of its records/ }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Leaking storage tanks' }));
    await user.click(dialog.getByRole('button', { name: 'Import', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsOf('PUT /api/public/data-sets/d2/versions/v2/columns')[0]?.body).toEqual({
      columns: { latitude: 'Lat', longitude: 'Long', name: 'Caption' },
      lists: ['LUST'],
    });
  });

  it('show an interrupted upload, which is continued or discarded (issue 40)', async () => {
    rememberList({
      ...{ id: 'u9', listId: 'd1', name: 'frs 2.csv', size: 2_000, sent: 740, head: 'ab' },
      ...{ agencyDate: '2026-11-05', at: Date.now() },
    });
    server.on('DELETE /api/data-sets/d1/uploads/u9', { json: { success: true } });
    const { user } = renderScreen(<AgencyListsPage />);
    const row = within(await screen.findByRole('row', { name: /EPA FRS/ }));
    const sentence = /frs 2.csv stopped at 37% of .*Choose the same file again to continue/;
    expect(row.getByText(sentence)).toBeTruthy();
    await user.click(row.getByRole('button', { name: 'Continue upload' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New edition of EPA FRS' }));
    expect(dialog.getByText(sentence)).toBeTruthy();
    expect(dialog.getByLabelText(/Date of the data/)).toHaveProperty('value', '2026-11-05');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(row.getByRole('button', { name: 'More for EPA FRS' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Discard interrupted upload' }));
    await screen.findByText('Interrupted upload discarded');
    expect(server.requestsOf('DELETE /api/data-sets/d1/uploads/u9')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it('that are new go again when their first file is refused and the form is left', async () => {
    const sentence = 'The file is a web page or XML, not a list. Download the list again as CSV.';
    server.on('POST /api/public/data-sets', { status: 201, json: { data: { ...frs, id: 'd9', versions: [] } } });
    const refused = { error: sentence, code: 'bad_file', fields: {} };
    server.on('GET /api/data-sets/d9/uploads/*', { status: 400, json: refused });
    server.on('DELETE /api/data-sets/d9/uploads/*', { json: { success: true } });
    server.on('DELETE /api/public/data-sets/d9', { json: { success: true } });
    const { user } = renderScreen(<AgencyListsPage />);
    await user.click(await screen.findByRole('button', { name: 'Add list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add list' }));
    await user.upload(dialog.getByLabelText(/^File/), new File(['<html>'], 'page.csv'));
    await user.click(dialog.getByRole('button', { name: 'Add list' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(server.requestsOf('DELETE /api/public/data-sets/d9')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are deleted after a question', async () => {
    server.on('DELETE /api/public/data-sets/d1', { json: { success: true } });
    const { user } = renderScreen(<AgencyListsPage />);
    await user.click(await screen.findByRole('button', { name: 'More for EPA FRS' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('List deleted');
    expect(server.requestsOf('DELETE /api/public/data-sets/d1')).toHaveLength(1);
  });

  it('are only read by others', async () => {
    server.on('GET /api/me', { json: { data: customer } });
    renderScreen(<AgencyListsPage />);
    await screen.findByText('EPA FRS');
    expect(screen.queryByRole('button', { name: 'Add list' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Name columns' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Details of EPA FRS' })).toBeTruthy();
  });
});

it('a list is ageing after 90 days and old after 180', () => {
  const now = new Date('2026-11-28T12:00:00Z');
  expect(['2026-11-27', '2026-08-30', '2026-08-29', '2026-06-01', '2026-05-31'].map((day) => ageOf(day, now))).toEqual([
    { text: '1 day old' },
    { text: '90 days old' },
    { text: '91 days old', warning: 'ageing' },
    { text: '180 days old', warning: 'ageing' },
    { text: '181 days old', warning: 'old' },
  ]);
});

it('refused rows are a CSV file without formulas', () => {
  expect(refusedCsv(version)).toBe('"row","reason","text"\r\n"7","Other number of columns","\'=broken, ""row"""\r\n');
});
