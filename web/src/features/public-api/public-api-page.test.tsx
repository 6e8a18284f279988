import { screen, waitFor, within } from '@testing-library/react';
import { dateOnly } from '../../lib/ui/formats.js';
import { apiDocument } from '../../testing/api-document.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { me, project, projectPage } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { PublicApiPage } from './public-api-page.js';

const key = {
  id: 'k-1',
  name: 'Sheet reader',
  user_id: me.id,
  user_name: 'Ada Marsh',
  author_id: 'a-7',
  author_name: 'Sheet reader 1.4.0',
  project_ids: [project.id],
  hint: '00ff',
  access: 'write',
  expires_at: null,
  last_used_address: null,
  rotated_at: null,
  old_secret_until: null,
  created_at: '2025-09-01T15:04:00.000Z',
  last_used_at: null,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  server.on('GET /api/public/openapi.json', { json: apiDocument });
  await signedIn(server);
  server.on('GET /api/api-keys', { json: { data: [key] } });
  server.on('GET /api/public/authors', {
    json: { data: [{ id: 'a-7', author_type: 'ai_agent', agent_name: 'Sheet reader', agent_version: '1.4.0' }] },
  });
  server.on('GET /api/public/projects', { json: projectPage([project]) });
  server.on('GET /api/public/projects/*', { json: { data: project } });
});

/** userEvent replaces the clipboard. */
const copied = (): Promise<string> => navigator.clipboard.readText();

describe('the API keys', () => {
  const dialogOf = async (view: RenderedScreen): Promise<HTMLElement> => {
    await view.user.click(await screen.findByRole('button', { name: 'Create key' }));
    return await screen.findByRole('dialog', { name: 'Create API key' });
  };

  it('are listed with distinguishing details, for administrators (OP-21)', async () => {
    renderScreen(<PublicApiPage />);
    const row = await screen.findByRole('row', { name: /Sheet reader/ });
    expect(within(row).getByText('sk_…00ff')).toBeTruthy();
    expect(within(row).getByText('Ada Marsh')).toBeTruthy();
    expect(within(row).getByText('writes as Sheet reader 1.4.0')).toBeTruthy();
    expect(await within(row).findByText(project.title)).toBeTruthy();
    expect(within(row).getByText(dateOnly(key.created_at))).toBeTruthy();
    expect(within(row).getAllByText('Never')).toHaveLength(2);
  });

  it('may be empty', async () => {
    server.on('GET /api/api-keys', { json: { data: [] } });
    renderScreen(<PublicApiPage />);
    expect(await screen.findByText('There are no keys yet.')).toBeTruthy();
  });

  it('show when loading failed, and retry', async () => {
    server.on('GET /api/api-keys', { status: 503, json: { error: 'The identity service is not available.' } });
    const view = renderScreen(<PublicApiPage />);
    expect(await screen.findByText('The identity service is not available.')).toBeTruthy();
    server.on('GET /api/api-keys', { json: { data: [key] } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /Sheet reader/ })).toBeTruthy();
  });

  it('are created for a user, an agent and projects, and shown once (OP-21)', async () => {
    const secret = 'sk_0123456789abcdef';
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-2', name: 'Ben Ito' }] } });
    server.on('POST /api/api-keys', {
      status: 201,
      json: { data: { ...key, id: 'k-2', user_name: 'Ben Ito', key: secret } },
    });
    // requires a search, so a chosen project must stay listed
    server.on('GET /api/public/projects', ({ query }) => ({
      json: projectPage(query.get('search') === 'Harlan' ? [project] : []),
    }));
    const view = renderScreen(<PublicApiPage />);
    const dialog = await dialogOf(view);
    await view.user.type(within(dialog).getByLabelText(/^Name/), 'Night shift');
    const user = within(dialog).getByRole('combobox', { name: /^Acts for/ });
    // in one change event, independent of machine load
    await view.user.clear(user);
    await view.user.paste('ben');
    // until then the list may show results of the previous name
    const asked = () => server.requestsOf('GET /api/users/search').map(({ query }) => query.get('q'));
    await waitFor(() => expect(asked()).toContain('ben'));
    await view.user.click(await screen.findByRole('option', { name: 'Ben Ito' }));
    await view.user.selectOptions(within(dialog).getByRole('combobox', { name: /^Writes as/ }), 'a-7');
    await view.user.click(within(dialog).getByRole('radio', { name: 'Only the projects chosen here' }));
    await view.user.click(within(dialog).getByRole('combobox', { name: /^Chosen projects/ }));
    await view.user.paste('Harlan');
    await view.user.click(await screen.findByRole('menuitemcheckbox', { name: new RegExp(project.title) }));
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));

    const shown = await screen.findByRole('alertdialog', { name: 'API key created' });
    expect(within(shown).getByText(secret)).toBeTruthy();
    expect(within(shown).getByText(/shown only this once/)).toBeTruthy();
    expect(server.requestsOf('POST /api/api-keys')[0]?.body).toEqual({
      id: expect.stringMatching(UUID) as string,
      name: 'Night shift',
      user_id: 'u-2',
      author_id: 'a-7',
      project_ids: [project.id],
    });
    await view.user.click(within(shown).getByRole('button', { name: 'Copy API key' }));
    await waitFor(async () => expect(await copied()).toBe(secret));
    await view.user.keyboard('{Escape}');
    expect(screen.getByText(secret)).toBeTruthy();
    await view.user.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
    expect(JSON.stringify(view.store.getState())).not.toContain(secret);
  });

  it('need a name, and the form keeps its input when refused', async () => {
    server.on('POST /api/api-keys', {
      status: 400,
      json: { error: 'Some fields are not valid.', fields: { name: 'Name is too long (at most 200 characters)' } },
    });
    const view = renderScreen(<PublicApiPage />);
    const dialog = await dialogOf(view);
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('Name is required')).toBeTruthy();
    expect(server.requestsOf('POST /api/api-keys')).toHaveLength(0);

    await view.user.type(within(dialog).getByLabelText(/^Name/), 'Night shift');
    expect(within(dialog).queryByText('Name is required')).toBeNull();
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('Name is too long (at most 200 characters)')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Night shift');
    // the administrator's own access by default
    expect(server.requestsOf('POST /api/api-keys')[0]?.body).toEqual({
      id: expect.stringMatching(UUID) as string,
      name: 'Night shift',
      user_id: me.id,
    });
  });

  it('are created once when the response was lost and Create is pressed again, which explains the missing secret (OP-21)', async () => {
    server.on('POST /api/api-keys', { status: 504, json: { error: 'The answer took too long.' } });
    const view = renderScreen(<PublicApiPage />);
    const dialog = await dialogOf(view);
    await view.user.type(within(dialog).getByLabelText(/^Name/), 'Night shift');
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('The answer took too long.')).toBeTruthy();
    const message = 'This key was created before. Its secret was shown then and cannot be shown again.';
    server.on('POST /api/api-keys', { status: 201, json: { data: { ...key, message } } });
    // the error appears shortly before the button is enabled again
    await view.user.click(await within(dialog).findByRole('button', { name: 'Create' }));

    const shown = await screen.findByRole('alertdialog', { name: 'API key created' });
    expect(within(shown).getByText(message)).toBeTruthy();
    expect(within(shown).queryByLabelText('API key')).toBeNull();
    expect(within(shown).queryByRole('button', { name: 'Copy API key' })).toBeNull();
    const [first, second] = server.requestsOf('POST /api/api-keys');
    expect(second?.body).toEqual(first?.body);
  });

  it('are revoked after confirmation', async () => {
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Revoke Sheet reader' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Revoke API key' });
    expect(within(dialog).getByText(/Programs that use "Sheet reader" stop working at once\./)).toBeTruthy();
    const { handler, answer } = heldAnswer();
    server.on('DELETE /api/api-keys/k-1', handler);
    await view.user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(await within(dialog).findByRole('button', { name: 'Revoking...' })).toBeTruthy();
    server.on('GET /api/api-keys', { json: { data: [] } });
    answer({ json: { success: true } });
    expect(await screen.findByText('There are no keys yet.')).toBeTruthy();
    expect(await screen.findByText('API key revoked')).toBeTruthy();
    // the focused row was removed (WCAG 2.4.3)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'API keys' })));
  });
});
