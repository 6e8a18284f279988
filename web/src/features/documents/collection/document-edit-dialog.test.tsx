import { screen, waitFor, within } from '@testing-library/react';
import type { FakeServer } from '../../../testing/fake-server.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { DataCollectionPage } from './data-collection-page.js';
import { document, documentServer, page } from './testing.js';

let server: FakeServer;

beforeEach(() => {
  server = documentServer();
});

async function choose(view: ReturnType<typeof renderProjectScreen>, entry: string) {
  await view.user.click(await screen.findByRole('button', { name: 'Actions for Sanborn 1887' }));
  await view.user.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('editing a document', () => {
  it('Edit sends title, category and description, and needs a title (DOC-09 to DOC-11)', async () => {
    server.on('PUT /api/documents/d1', { json: { data: document({ title: 'Sanborn, 1887' }) } });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    const dialog = within(await screen.findByRole('dialog'));
    const title = dialog.getByLabelText<HTMLInputElement>(/^Title/);
    await view.user.clear(title);
    await view.user.type(title, '   ');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await view.user.type(title, 'Sanborn, 1887 ');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsOf('PUT /api/documents/d1')[0]?.body).toEqual({
      ...{ title: 'Sanborn, 1887', category: 'sanborn_maps' },
      updated_at: '2026-01-01T12:00:00.000Z',
    });
    await waitFor(() => expect(server.requestsOf('GET /api/documents').length).toBeGreaterThan(1));
  });

  it('Edit keeps the current values of untouched fields, also on undo (DOC-11, OP-18)', async () => {
    let now = document({ category: 'other' });
    server.on('GET /api/documents', { json: page([now]) });
    server.on('GET /api/documents/d1', () => ({ json: { data: now } }));
    server.on('PUT /api/documents/d1', ({ body }) => {
      now = { ...now, ...(body as Partial<typeof now>) };
      return { json: { data: now } };
    });
    const sent = () => server.requestsOf('PUT /api/documents/d1').map(({ body }) => body);
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    // the classifier changes the category while the user types
    now = { ...now, category: 'sanborn_maps' };
    const title = within(await screen.findByRole('dialog')).getByLabelText(/^Title/);
    await view.user.clear(title);
    await view.user.type(title, 'Volume 2');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Document changed')).toBeTruthy();
    expect(sent()).toMatchObject([{ title: 'Volume 2', category: 'sanborn_maps' }]);
    // another user changes it before the undo
    now = { ...now, category: 'deed_documents', description: 'Book 4' };
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: name of “Sanborn 1887”')).toBeTruthy();
    expect(sent()[1]).toMatchObject({ title: 'Sanborn 1887', category: 'deed_documents', description: 'Book 4' });
  });

  it("Edit does not overwrite another user's change of the same field without confirmation (DOC-11)", async () => {
    let now = document({});
    server.on('GET /api/documents', { json: page([now]) });
    server.on('GET /api/documents/d1', () => ({ json: { data: now } }));
    server.on('PUT /api/documents/d1', ({ body }) => {
      now = { ...now, ...(body as Partial<typeof now>) };
      return { json: { data: now } };
    });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    await view.user.type(within(await screen.findByRole('dialog')).getByLabelText('Description'), 'Mine');
    now = { ...now, description: 'Theirs', updated_at: '2026-01-02T12:00:00.000Z' };
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    const said = 'Another user has changed this to “Theirs”. Save again to overwrite it.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(now.description).toBe('Theirs');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(now).toMatchObject({ description: 'Mine', updated_at: '2026-01-02T12:00:00.000Z' });
    // a third user's change must survive the undo
    now = { ...now, description: 'Last' };
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Another user has changed the description.')).toBeTruthy();
    expect(now.description).toBe('Last');
  });

  it('Edit retries when another field changes while saving', async () => {
    let now = document({});
    server.on('GET /api/documents/d1', () => ({ json: { data: now } }));
    server.on('PUT /api/documents/d1', ({ body }) => {
      const { updated_at: seen } = body as { updated_at: string };
      if (seen === now.updated_at && now.pages_ready !== 4) return { json: { data: now } };
      now = { ...now, pages_ready: 3, updated_at: '2026-01-02T12:00:00.000Z' };
      return { status: 409, json: { error: 'This document was changed', code: 'stale' } };
    });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    await view.user.type(within(await screen.findByRole('dialog')).getByLabelText('Description'), 'Mine');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Document changed')).toBeTruthy();
    expect(server.requestsOf('PUT /api/documents/d1')).toHaveLength(2);
  });

  it.each([
    [{ status: 500, json: { error: 'broken' } }, 'broken'],
    [{ status: 502, text: '' }, 'Failed to update document (502 Bad Gateway)'],
  ])('Edit keeps the dialog open with the failure and its reason (DOC-11, ERR-06, ERR-20): %j', async (answer, why) => {
    server.on('PUT /api/documents/d1', answer);
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    await view.user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update document. Please try again.')).toBeTruthy();
    expect(within(screen.getByRole('dialog')).getByText(why)).toBeTruthy();
  });

  it('Edit shows server errors at the field until corrected (DOC-09, DOC-11)', async () => {
    const refusal = 'Title must have at most 300 characters';
    const json = { error: 'Some fields are not valid.', code: 'invalid_fields', fields: { title: refusal } };
    server.on('PUT /api/documents/d1', { status: 400, json });
    const view = renderProjectScreen(<DataCollectionPage />);
    await choose(view, 'Edit');
    await view.user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(refusal)).toBeTruthy();
    const title = within(screen.getByRole('dialog')).getByLabelText(/^Title/);
    expect(title.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(window.document.activeElement).toBe(title));
    await view.user.type(title, 'x');
    expect(screen.queryByText(refusal)).toBeNull();
  });
});
