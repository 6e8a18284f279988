import { screen, within } from '@testing-library/react';
import type { FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { DataCollectionPage } from './data-collection-page.js';
import { bulkServer, document, documentServer, outcome, page } from './testing.js';

let server: FakeServer;

beforeEach(() => {
  server = documentServer();
});

const row = (id = 'd1') => screen.findByTestId(`document-${id}`);
const sheets = {
  ...{ first_year: 1887, last_year: 1926, year_source: 'pages', provider: 'EDR', provider_source: 'person' },
  ...{ sheet_numbers: ['60', '169', '170', '171'], sheet_count: 11, thumbnail_url: '/files/b/thumbnail.webp' },
};

describe('year, source and sheets of a document', () => {
  it('are columns beside the others, with a picture of the first page', async () => {
    const named = document({
      id: 'd2',
      title: 'Brooklyn 1904',
      first_year: 1904,
      last_year: 1904,
      year_source: 'file_name',
    });
    const photographs = document({
      ...{ id: 'd3', title: 'Aerials', provider: 'USDA', provider_source: 'pages', scales: ['1 in = 500 ft'] },
    });
    server.on('GET /api/documents', { json: page([document(sheets), named, photographs]) });
    renderProjectScreen(<DataCollectionPage />);
    const text = (await row()).textContent;
    for (const part of ['1887 to 1926', 'EDR', '60, 169, 170 and 8 more']) expect(text).toContain(part);
    expect((await row()).querySelector('img')?.getAttribute('src')).toBe('/files/b/thumbnail.webp');
    expect((await row('d2')).textContent).toContain('1904from the file name');
    expect((await row('d2')).querySelector('img')).toBeNull();
    const flown = await row('d3');
    for (const part of ['USDAread on its pages', '1 in = 500 ft']) expect(flown.textContent).toContain(part);
    const heads = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(heads.slice(1, -1)).toEqual([
      'Title',
      'Category',
      'Year',
      'Source',
      'Sheet',
      'Size',
      'Status',
      'Pages',
      'Uploaded',
    ]);
  });

  it('are set for the chosen documents in one step, which one undo reverts', async () => {
    server.on('GET /api/documents', { json: page([document({}), document({ id: 'd2', title: 'Sanborn 1896' })]) });
    const [changed, asked] = bulkServer(server);
    changed.push(outcome('d1'), outcome('d2'));
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select all documents of this page' }));
    await view.user.click(screen.getByRole('button', { name: 'Year and source' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Details of 2 documents' }));
    const save = dialog.getByRole('button', { name: 'Save' });
    expect((save as HTMLButtonElement).disabled).toBe(true);
    await view.user.type(dialog.getByLabelText('Year'), '1896');
    await view.user.type(dialog.getByLabelText('Source'), 'Library of Congress');
    await view.user.click(save);
    expect(await screen.findByText('2 documents changed')).toBeTruthy();
    const said = { year: '1896', provider: 'Library of Congress' };
    expect(asked()).toMatchObject([{ project_id: project.id, action: 'set_details', ids: ['d1', 'd2'], ...said }]);
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: details of 2 documents')).toBeTruthy();
  });

  it('are corrected in the dialog of one document, without another change of it', async () => {
    server.on('GET /api/documents', {
      json: page([document({ provider: 'USGS', provider_source: 'document_information' })]),
    });
    const [changed, asked] = bulkServer(server);
    changed.push(outcome('d1'));
    const view = renderProjectScreen(<DataCollectionPage />);
    await row();
    await view.user.click(screen.getByRole('button', { name: 'Actions for Sanborn 1887' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Document' }));
    await view.user.clear(dialog.getByLabelText('Source'));
    await view.user.type(dialog.getByLabelText('Source'), 'ERIS');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('1 document changed')).toBeTruthy();
    expect(asked()).toMatchObject([{ action: 'set_details', ids: ['d1'], provider: 'ERIS' }]);
    expect(server.requestsOf('PUT /api/documents/d1')).toEqual([]);
  });
});

describe('a document that waits', () => {
  it('shows its place in the queue and how long it waits, not the progress of an earlier attempt', async () => {
    const progress = { done: 2, total: 4, message: 'reading text: page 2 of 4' };
    const queue = { position: 3, waiting_for: 'documents_before', starts_in_seconds: 240, ends_in_seconds: 300 };
    const waiting = { processing_status: 'queued', pages_ready: 0 } as const;
    server.on('GET /api/documents', {
      json: page([
        document({ ...waiting, active_job: { id: 'j', status: 'retrying', progress, queue } }),
        document({ id: 'd2', active_job: { id: 'k', status: 'pending', progress: null, queue } }),
      ]),
    });
    renderProjectScreen(<DataCollectionPage />);
    const status = within(await row()).getByText('Waiting, 3rd in the queue, about 4 min');
    expect(status.title).toBe('Waiting, 3rd in the queue, about 4 min. 2 documents are before this one.');
    const text = '4 sheets ready, text: waiting, 3rd in the queue, about 4 min';
    expect(within(await row('d2')).getByText(text)).toBeTruthy();
  });

  it('shows how long the reading still takes', async () => {
    const progress = { done: 2, total: 4, message: 'reading text: page 2 of 4' };
    const queue = { position: 0, waiting_for: null, starts_in_seconds: null, ends_in_seconds: 360 };
    server.on('GET /api/documents', {
      json: page([document({ active_job: { id: 'j', status: 'processing', progress, queue } })]),
    });
    renderProjectScreen(<DataCollectionPage />);
    expect(within(await row()).getByText('reading text: page 2 of 4, about 6 min left')).toBeTruthy();
  });
});

describe('a protected file', () => {
  const locked = document({
    ...{ needs_password: true, processing_status: 'failed', total_pages: 0, pages_ready: 0 },
    processing_error: 'This PDF is protected with a password. Remove the password and upload it again.',
  });

  it('says so and takes its password; a wrong one can be corrected', async () => {
    server.on('GET /api/documents', { json: page([locked]) });
    const wrong = 'This is not the password of the file. Check the spelling and try again.';
    server.on('POST /api/public/documents/d1/unlock', ({ body }) =>
      (body as { password: string }).password === 'plum'
        ? { json: { data: document({ processing_status: 'uploaded' }) } }
        : { status: 400, json: { error: wrong, code: 'wrong_password', fields: { password: wrong } } },
    );
    const view = renderProjectScreen(<DataCollectionPage />);
    const text = (await row()).textContent;
    expect(text).toContain('Password needed');
    expect(text).not.toContain('Remove the password');
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    const before = view.path();
    await view.user.click(screen.getByRole('button', { name: 'Enter password of Sanborn 1887' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter password' }));
    const box = dialog.getByLabelText(/^Password of the file/);
    expect([box.getAttribute('type'), box.getAttribute('autocomplete')]).toEqual(['password', 'off']);
    await view.user.type(box, 'pear');
    await view.user.click(dialog.getByRole('button', { name: 'Open file' }));
    expect(await dialog.findByText(wrong)).toBeTruthy();
    await view.user.clear(box);
    await view.user.type(box, 'plum{Enter}');
    expect(await screen.findByText('Password accepted')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Enter password' })).toBeNull();
    expect(view.path()).toBe(before);
    // the store keeps nothing of it
    expect(JSON.stringify(view.store.getState())).not.toContain('plum');
  });

  it('asks viewers of the project for nothing (OP-09)', async () => {
    server.on('GET /api/documents', { json: page([locked]) });
    renderProjectScreen(<DataCollectionPage />, 'viewer');
    expect((await row()).textContent).toContain('Password needed');
    expect(screen.queryByRole('button', { name: /^Enter password/ })).toBeNull();
  });
});
