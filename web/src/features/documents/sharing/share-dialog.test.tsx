import { screen, within } from '@testing-library/react';
import type { FakeServer } from '../../../testing/fake-server.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { document, documentServer } from '../collection/testing.js';
import { ShareButton } from './share-button.js';
import type { ShareLink } from './share-links-api.js';

const LINKS = '/api/documents/d1/share-links';
const link = (changes: Partial<ShareLink> = {}): ShareLink => ({
  ...{ id: 'l1', name: 'For the county', with_findings: false, by_name: 'Olive Owner' },
  ...{ created_at: '2026-11-01T12:00:00.000Z', last_used_at: null },
  ...changes,
});

let server: FakeServer;
let links: ShareLink[];
beforeEach(() => {
  server = documentServer();
  links = [link()];
  server.on(`GET ${LINKS}`, () => ({ json: { data: links } }));
});

async function opened(role: 'owner' | 'editor' = 'owner') {
  const { user } = renderProjectScreen(<ShareButton document={document({ id: 'd1', title: 'Sanborn 1887' })} />, role);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Share “Sanborn 1887”' })) };
}

it('creates a link and shows its addresses once', async () => {
  const manifest = 'https://symbio.example/iiif/3/s/token/manifest';
  server.on(`POST ${LINKS}`, ({ body }) => {
    links = [link(), link({ id: 'l2', name: 'For Allmaps', with_findings: true })];
    expect(body).toEqual({ name: 'For Allmaps', with_findings: true });
    const addresses = { manifest_url: manifest, info_url: 'https://symbio.example/iiif/3/s/token/p1/info.json' };
    return { status: 201, json: { data: { ...links[1], ...addresses } } };
  });
  const { user, dialog } = await opened();
  expect((await dialog.findByRole('list', { name: 'Share links' })).textContent).toContain('pages only · not used yet');
  await user.type(dialog.getByLabelText(/Name of a new link/), 'For Allmaps');
  await user.click(dialog.getByRole('checkbox', { name: /With findings/ }));
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  expect((await dialog.findByLabelText('Manifest of the document')).textContent).toBe(manifest);
  expect(dialog.getByLabelText('Image service of its first page').textContent).toContain('/p1/info.json');
  expect(await dialog.findByRole('button', { name: 'Revoke For Allmaps' })).toBeTruthy();
});

it('revokes a link after a confirmation', async () => {
  server.on(`DELETE ${LINKS}/l1`, () => {
    links = [];
    return { json: { success: true } };
  });
  const { user, dialog } = await opened();
  await user.click(await dialog.findByRole('button', { name: 'Revoke For the county' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke link' }));
  expect(server.requestsOf(`DELETE ${LINKS}/l1`)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('This document has no share links.')).toBeTruthy();
  expect(server.requestsOf(`DELETE ${LINKS}/l1`)).toHaveLength(1);
});

it('shows why a link was refused', async () => {
  const error = 'Name must have at most 200 characters';
  server.on(`POST ${LINKS}`, { status: 400, json: { error, code: 'invalid_fields', fields: { name: error } } });
  const { user, dialog } = await opened();
  await user.type(await dialog.findByLabelText(/Name of a new link/), 'x');
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  expect(await dialog.findByText(error)).toBeTruthy();
});

it('offers no further link once a document has ten', async () => {
  links = Array.from({ length: 10 }, (_, index) => link({ id: `l${index}`, name: `Link ${index}` }));
  const { dialog } = await opened();
  expect(await dialog.findByText('Link 9')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
});

it('lists links for editors, who can neither create nor revoke them', async () => {
  const { dialog } = await opened('editor');
  expect(await dialog.findByText('For the county')).toBeTruthy();
  expect(dialog.getByText('Only owners of the project can create and revoke links.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Revoke|Create/ })).toBeNull();
});
