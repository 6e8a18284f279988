import { screen, waitFor, within } from '@testing-library/react';
import { dateOnly, exact } from '../../lib/ui/formats.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { PublicApiPage } from './public-api-page.js';

const DAY_MS = 86_400_000;
const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
const yesterday = new Date(Date.now() - DAY_MS).toISOString();

const key = {
  id: 'k-1',
  name: 'Sheet reader',
  user_id: me.id,
  user_name: 'Ada Marsh',
  author_id: 'a-7',
  author_name: 'Sheet reader 1.4.0',
  project_ids: [],
  hint: '00ff',
  access: 'read',
  created_at: '2025-09-01T15:04:00.000Z',
  expires_at: tomorrow,
  last_used_at: '2025-09-02T15:04:00.000Z',
  last_used_address: '192.0.2.7',
  rotated_at: null,
  old_secret_until: tomorrow,
};

withoutLayout();

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/api-keys', { json: { data: [key] } });
  server.on('GET /api/public/authors', { json: { data: [] } });
});

const rowOf = (name: RegExp) => screen.findByRole('row', { name });

describe('a key in the list (OP-21)', () => {
  it('shows its access, its expiry and that of its old secret, and where it was used last', async () => {
    renderScreen(<PublicApiPage />);
    const row = await rowOf(/Sheet reader/);
    expect(within(row).getByText('Read only')).toBeTruthy();
    expect(within(row).getByText(dateOnly(tomorrow))).toBeTruthy();
    expect(within(row).getByText(/^old secret until /)).toBeTruthy();
    expect(within(row).getByText('from 192.0.2.7')).toBeTruthy();
  });

  it('shows that it has expired', async () => {
    server.on('GET /api/api-keys', { json: { data: [{ ...key, access: 'write', expires_at: yesterday }] } });
    renderScreen(<PublicApiPage />);
    const row = await rowOf(/Sheet reader/);
    expect(within(row).getByText(`Expired ${dateOnly(yesterday)}`)).toBeTruthy();
    expect(within(row).getByText('Read and write')).toBeTruthy();
    expect(within(row).queryByText(/old secret/)).toBeNull();
  });
});

describe('creating a key (OP-21)', () => {
  it('shows when the agents cannot be loaded, and retries (API-15)', async () => {
    server.on('GET /api/public/authors', { status: 503, json: { error: 'Authors are away.' } });
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
    expect(await within(dialog).findByText('The AI agents could not be loaded.')).toBeTruthy();
    server.on('GET /api/public/authors', {
      json: { data: [{ id: 'agent', agent_name: 'Spotter', agent_version: '2.1.0' }] },
    });
    await view.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(await within(dialog).findByRole('option', { name: 'Spotter 2.1.0 (AI agent)' })).toBeTruthy();
    expect(within(dialog).queryByText('The AI agents could not be loaded.')).toBeNull();
  });

  it('chooses access and expiry; a retry sends the same', async () => {
    server.on('POST /api/api-keys', { status: 504, json: { error: 'The answer took too long.' } });
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
    await view.user.type(within(dialog).getByLabelText(/^Name/), 'Night shift');
    await view.user.click(within(dialog).getByRole('radio', { name: 'Read only' }));
    await view.user.selectOptions(within(dialog).getByRole('combobox', { name: /^Ends/ }), 'In 30 days');
    expect(within(dialog).getByText(/^The key stops working at /)).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('The answer took too long.')).toBeTruthy();
    await view.user.click(await within(dialog).findByRole('button', { name: 'Create' }));
    await waitFor(() => expect(server.requestsOf('POST /api/api-keys')).toHaveLength(2));
    const [first, second] = server.requestsOf('POST /api/api-keys').map(({ body }) => body);
    const sent = first as { access: string; expires_at: string };
    expect(sent.access).toBe('read');
    expect(Date.parse(sent.expires_at)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
    expect(second).toEqual(first);
  });

  it('requires a date when one is to be chosen', async () => {
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
    await view.user.type(within(dialog).getByLabelText(/^Name/), 'Night shift');
    await view.user.selectOptions(
      within(dialog).getByRole('combobox', { name: /^Ends/ }),
      'After a date that I choose',
    );
    await view.user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('Choose the last day')).toBeTruthy();
    expect(server.requestsOf('POST /api/api-keys')).toHaveLength(0);
  });
});

describe('replacing the secret of a key (OP-21)', () => {
  it('asks for confirmation, then shows the new one once, and until when the old one works', async () => {
    const secret = 'sk_0123456789abcdef';
    server.on('POST /api/api-keys/k-1/rotate', { json: { data: { ...key, key: secret } } });
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Replace secret of Sheet reader' }));
    const question = await screen.findByRole('alertdialog', { name: 'Replace secret' });
    expect(within(question).getByText(/The previous secret, which still works, stops at once\./)).toBeTruthy();
    expect(server.requestsOf('POST /api/api-keys/k-1/rotate')).toHaveLength(0);
    await view.user.click(within(question).getByRole('button', { name: 'Replace' }));
    const shown = await screen.findByRole('alertdialog', { name: 'Secret replaced' });
    expect(within(shown).getByText(secret)).toBeTruthy();
    expect(within(shown).getByText(new RegExp(`The old one works until ${exact(tomorrow)}`))).toBeTruthy();
    await view.user.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
    expect(JSON.stringify(view.store.getState())).not.toContain(secret);
  });

  it('is idempotent when the response was lost and Replace is pressed again', async () => {
    server.on('POST /api/api-keys/k-1/rotate', { status: 504, json: { error: 'The answer took too long.' } });
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Replace secret of Sheet reader' }));
    const question = await screen.findByRole('alertdialog', { name: 'Replace secret' });
    await view.user.click(within(question).getByRole('button', { name: 'Replace' }));
    expect(await within(question).findByText('The answer took too long.')).toBeTruthy();
    const message = 'The secret was replaced before.';
    server.on('POST /api/api-keys/k-1/rotate', { json: { data: { ...key, message } } });
    await view.user.click(await within(question).findByRole('button', { name: 'Replace' }));
    const shown = await screen.findByRole('alertdialog', { name: 'Secret replaced' });
    expect(within(shown).getByText(message)).toBeTruthy();
    const [first, second] = server.requestsOf('POST /api/api-keys/k-1/rotate');
    expect(second?.body).toEqual(first?.body);
  });
});

describe('the writes of a key (OP-21)', () => {
  const write = {
    id: 'w-1',
    at: '2025-09-02T15:04:00.000Z',
    method: 'POST',
    operation: 'createMention',
    resource_id: 'm-1',
    status: 201,
    request_id: 'request-1',
    address: '192.0.2.7',
    run_id: 'r-1',
  };

  it('are listed newest first, paged, with refusals', async () => {
    server.on('GET /api/api-keys/k-1/writes', ({ query }) => ({
      json: {
        data: query.get('page') === '2' ? [{ ...write, id: 'w-2', operation: 'deleteMention', status: 404 }] : [write],
        page: Number(query.get('page')),
        per_page: 1,
        total_pages: 2,
        count: 2,
      },
    }));
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Writes of Sheet reader' }));
    const dialog = await screen.findByRole('dialog', { name: 'Writes of Sheet reader' });
    expect(await within(dialog).findByText('POST createMention')).toBeTruthy();
    expect(within(dialog).getByText('Done (201)')).toBeTruthy();
    expect(within(dialog).getByText(/from 192\.0\.2\.7 · on m-1 · run r-1 · request request-1/)).toBeTruthy();
    await view.user.click(within(dialog).getByRole('button', { name: 'Next page' }));
    expect(await within(dialog).findByText('Refused (404)')).toBeTruthy();
  });

  it('show when another page cannot be read, and retry', async () => {
    const page = (number: number, operation: string) => ({
      json: { data: [{ ...write, operation }], page: number, per_page: 1, total_pages: 2, count: 2 },
    });
    server.on('GET /api/api-keys/k-1/writes', ({ query }) =>
      query.get('page') === '2' ? { status: 503, json: { error: 'The list is away.' } } : page(1, 'createMention'),
    );
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Writes of Sheet reader' }));
    const dialog = await screen.findByRole('dialog', { name: 'Writes of Sheet reader' });
    await view.user.click(await within(dialog).findByRole('button', { name: 'Next page' }));
    expect(await within(dialog).findByText('Page 2 could not be loaded')).toBeTruthy();
    expect(within(dialog).getByText('POST createMention')).toBeTruthy();
    server.on('GET /api/api-keys/k-1/writes', page(2, 'deleteMention'));
    await view.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(await within(dialog).findByText('POST deleteMention')).toBeTruthy();
    expect(within(dialog).queryByText('Page 2 could not be loaded')).toBeNull();
  });

  it('may be empty', async () => {
    server.on('GET /api/api-keys/k-1/writes', {
      json: { data: [], page: 1, per_page: 20, total_pages: 0, count: 0 },
    });
    const view = renderScreen(<PublicApiPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Writes of Sheet reader' }));
    expect(await screen.findByText(/This key has written nothing so far\./)).toBeTruthy();
  });
});
