import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Delivery, Webhook } from './webhook-records.js';
import { WebhooksPanel } from './webhooks-panel.js';

const PATH = '/api/public/webhooks';
const webhook: Webhook = {
  id: 'w-1',
  url: 'https://agent.example.com/symbio',
  events: ['annotation.created', 'page.ready'],
  project_ids: [],
  status: 'active',
  failure: null,
  failing_since: null,
  api_key_id: 'k-1',
  created_by_name: 'Sheet reader 1.4.0',
  created_at: '2026-03-01T15:04:00.000Z',
  updated_at: '2026-03-01T15:04:00.000Z',
};
const delivery: Delivery = {
  id: 'd-1',
  webhook_id: 'w-1',
  type: 'annotation.created',
  payload: { type: 'annotation.created', data: { id: 'a-1' } },
  status: 'failed',
  attempts: [
    { at: '2026-03-01T15:05:00.000Z', duration_ms: 31, status: 500, body: '<b>out of order</b>', error: null },
  ],
  attempt_count: 7,
  next_attempt_at: null,
  created_at: '2026-03-01T15:05:00.000Z',
};
const listOf = <T,>(...data: T[]) => ({ data, page: 1, per_page: 20, total_pages: 1, count: data.length });

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${PATH}`, { json: listOf(webhook) });
});

const panel = () => renderScreen(<WebhooksPanel />);
type View = ReturnType<typeof panel>;
async function choose({ user }: View, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More for ${webhook.url}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('webhooks in Settings / Public API', () => {
  it('are listed with their events, creator and status', async () => {
    server.on(`GET ${PATH}`, {
      json: listOf(webhook, { ...webhook, id: 'w-2', url: 'https://b.test', status: 'failed', failure: 'gone' }),
    });
    panel();
    const [one, other] = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem');
    expect(one?.textContent).toMatch(
      /annotation\.created, page\.ready.*all projects.*with the key of Sheet reader 1\.4\.0/,
    );
    expect(within(one!).getByText('Active')).toBeTruthy();
    expect(other?.textContent).toContain('Its receiver answered 410 Gone.');
  });

  it('are created with events by checkbox; the secret is shown once and can be copied', async () => {
    server.on(`POST ${PATH}`, { status: 201, json: { data: webhook, secret: 'whsec_abc' } });
    server.on('GET /api/public/projects', { json: listOf({ id: 'p-1', number: '1', title: 'Mill' }) });
    const view = panel();
    await view.user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    await view.user.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findByText('URL is required')).toBeTruthy();
    expect(screen.getByText('Choose at least one event')).toBeTruthy();
    // at least one is required, not each
    expect(screen.getByRole('checkbox', { name: 'page.ready' }).hasAttribute('required')).toBe(false);
    await view.user.type(screen.getByRole('textbox', { name: /^URL/ }), webhook.url);
    for (const name of ['page.ready', 'annotation.reviewed'])
      await view.user.click(screen.getByRole('checkbox', { name }));
    await view.user.click(screen.getByRole('radio', { name: 'Only the projects chosen here' }));
    await view.user.click(screen.getByRole('combobox', { name: /^Chosen projects/ }));
    await view.user.paste('Mill');
    // until then the list may show unfiltered results
    const sought = () => server.requestsOf('GET /api/public/projects').map(({ query }) => query.get('search'));
    await waitFor(() => expect(sought()).toContain('Mill'));
    await view.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Mill (1)' }));
    await view.user.click(screen.getByRole('button', { name: 'Create' }));
    expect((await screen.findByLabelText('Secret')).textContent).toBe('whsec_abc');
    await view.user.click(screen.getByRole('button', { name: 'Copy secret' }));
    expect(await navigator.clipboard.readText()).toBe('whsec_abc');
    await view.user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
    expect(server.requestsOf(`POST ${PATH}`)[0]?.body).toMatchObject({
      ...{ url: webhook.url, events: ['page.ready', 'annotation.reviewed'], project_ids: ['p-1'] },
    });
  });

  it('show refusals at the field', async () => {
    server.on(`POST ${PATH}`, {
      status: 400,
      json: { error: 'No', code: 'invalid_fields', request_id: 'r', fields: { url: 'URL must begin with https://' } },
    });
    const view = panel();
    await view.user.click(await screen.findByRole('button', { name: 'Create webhook' }));
    await view.user.type(await screen.findByRole('textbox', { name: /^URL/ }), 'http://a.test');
    await view.user.click(screen.getByRole('checkbox', { name: 'page.ready' }));
    await view.user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('URL must begin with https://')).toBeTruthy();
  });

  it('are paused, tested, rotated, and deleted after confirmation', async () => {
    server.on(`PUT ${PATH}/w-1`, { json: { data: { ...webhook, status: 'paused' } } });
    server.on(`POST ${PATH}/w-1/test`, { status: 201, json: { data: delivery } });
    server.on(`POST ${PATH}/w-1/rotate`, { json: { data: webhook, secret: 'whsec_new' } });
    server.on(`DELETE ${PATH}/w-1`, { json: { success: true } });
    server.on(`GET ${PATH}/w-1/deliveries`, { json: listOf() });
    const view = panel();
    await choose(view, 'Pause');
    await waitFor(() => expect(server.requestsOf(`PUT ${PATH}/w-1`)[0]?.body).toEqual({ status: 'paused' }));

    await choose(view, 'Send a ping');
    expect(await screen.findByText('No deliveries yet')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(server.requestsOf(`POST ${PATH}/w-1/test`)).toHaveLength(1);

    await choose(view, 'Replace secret');
    await view.user.click(await screen.findByRole('button', { name: 'Replace' }));
    expect((await screen.findByLabelText('Secret')).textContent).toBe('whsec_new');
    await view.user.click(screen.getByRole('button', { name: 'Done' }));

    server.on(`DELETE ${PATH}/w-1`, () => {
      server.on(`GET ${PATH}`, { json: listOf() });
      return { json: { success: true } };
    });
    await choose(view, 'Delete');
    expect(server.requestsOf(`DELETE ${PATH}/w-1`)).toHaveLength(0);
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.requestsOf(`DELETE ${PATH}/w-1`)).toHaveLength(1));
    // the focused row was removed (WCAG 2.4.3)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Webhooks' })));
  });

  it('show deliveries and responses as text, and send them again', async () => {
    server.on(`GET ${PATH}/w-1/deliveries`, { json: listOf(delivery) });
    server.on(`POST ${PATH}/w-1/deliveries/d-1/resend`, { json: { data: delivery } });
    const view = panel();
    await view.user.click(await screen.findByRole('button', { name: `Deliveries to ${webhook.url}` }));
    const row = await screen.findByText('Answered 500 in 31 ms · 7 attempts');
    expect(row).toBeTruthy();
    expect(screen.getByText('<b>out of order</b>')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: /^Send annotation.created of .* again$/ }));
    await waitFor(() => expect(server.requestsOf(`POST ${PATH}/w-1/deliveries/d-1/resend`)).toHaveLength(1));
  });

  it('show when another page of deliveries cannot be read, and retry', async () => {
    const page = (number: number, type: string) => ({
      json: { ...listOf({ ...delivery, type }), page: number, per_page: 1, total_pages: 2, count: 2 },
    });
    const path = `GET ${PATH}/w-1/deliveries`;
    server.on(path, ({ query }) =>
      query.get('page') === '2' ? { status: 503, json: { error: 'The list is away.' } } : page(1, 'page.ready'),
    );
    const view = panel();
    await view.user.click(await screen.findByRole('button', { name: `Deliveries to ${webhook.url}` }));
    const dialog = await screen.findByRole('dialog');
    await view.user.click(await within(dialog).findByRole('button', { name: 'Next page' }));
    expect(await within(dialog).findByText('Page 2 could not be loaded')).toBeTruthy();
    expect(within(dialog).getByText('page.ready')).toBeTruthy();
    server.on(path, page(2, 'page.failed'));
    await view.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(await within(dialog).findByText('page.failed')).toBeTruthy();
    expect(within(dialog).queryByText('Page 2 could not be loaded')).toBeNull();
  });

  it('that cannot be loaded can be retried', async () => {
    server.on(`GET ${PATH}`, { status: 503, json: { error: 'Webhooks are away', code: 'x', request_id: 'r' } });
    const view = panel();
    expect(await screen.findByText('The webhooks could not be loaded')).toBeTruthy();
    server.on(`GET ${PATH}`, { json: listOf() });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('There are no webhooks yet.')).toBeTruthy();
  });
});
