/** Webhooks: programs manage their own, administrators all (OP-21). */
import { callAs } from '@symbio/rpc/testing';
import {
  ADMINISTRATOR,
  KEYS,
  KEY_HERE,
  KEY_OF_EDITOR,
  KEY_OF_ADMINISTRATOR,
  KEY_ELSEWHERE,
  KEY_OF_STAFF,
  KEY_OF_VIEWER,
  allProcesses,
  grid,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

// no delivery occurs: no row restores an issue visible to this key
const form = { url: 'https://hooks.example.com/rows', events: ['issue.restored'] };

const OF_EDITOR = 'https://hooks.example.com/of-the-editor';

async function newWebhook(w: World): Promise<string> {
  const { webhook } = await w.system.clients.webhook.createWebhook(
    { ...form, url: OF_EDITOR, projectIds: [w.projectId], apiKeyId: w.keys[KEY_OF_EDITOR].id },
    await callAs(w.actors[KEY_OF_EDITOR]),
  );
  return String(webhook?.id);
}

/** Deletes webhooks left by rows, because of the limit per key. */
export async function removeWebhooks({ system: { clients }, actors }: World): Promise<void> {
  const by = actors[KEY_OF_EDITOR];
  const { webhooks } = await clients.webhook.listWebhooks({}, await callAs(by));
  for (const { id } of webhooks) await clients.webhook.deleteWebhook({ id }, await callAs(by));
}

export async function newDelivery(w: World): Promise<{ webhookId: string; id: string }> {
  const webhookId = await newWebhook(w);
  const { delivery } = await w.system.clients.webhook.testWebhook(
    { id: webhookId },
    await callAs(w.actors[KEY_OF_EDITOR]),
  );
  return { webhookId, id: String(delivery?.id) };
}

const OTHER_KEYS = [KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_ELSEWHERE, KEY_OF_STAFF, KEY_OF_VIEWER] as const;
const KEPT = grid({ ok: [ADMINISTRATOR, KEY_OF_EDITOR], 404: OTHER_KEYS }, 403);
const SHOWN = grid({ ok: [ADMINISTRATOR, KEY_OF_EDITOR], nothing: OTHER_KEYS }, 403);
const MAKERS = grid({ ok: [ADMINISTRATOR, ...KEYS] }, 403);

const PATH = '/api/public/webhooks';
const cites = 'AUTH-38 OP-21';
const pathOf = async (w: World, rest = ''): Promise<string> => `${PATH}/${await newWebhook(w)}${rest}`;

export const routes: RouteRow[] = [
  {
    route: `GET ${PATH}`,
    cites,
    call: async (w) => {
      await newWebhook(w);
      return { path: `${PATH}?per_page=1` };
    },
    allowed: SHOWN,
    shows: () => OF_EDITOR,
  },
  { route: `POST ${PATH}`, cites, call: () => ({ path: PATH, body: form }), allowed: MAKERS },
  { route: `GET ${PATH}/:id`, cites, call: async (w) => ({ path: await pathOf(w) }), allowed: KEPT },
  {
    route: `PUT ${PATH}/:id`,
    cites,
    call: async (w) => ({ path: await pathOf(w), body: { status: 'paused' } }),
    allowed: KEPT,
  },
  { route: `DELETE ${PATH}/:id`, cites, call: async (w) => ({ path: await pathOf(w) }), allowed: KEPT },
  { route: `POST ${PATH}/:id/rotate`, cites, call: async (w) => ({ path: await pathOf(w, '/rotate') }), allowed: KEPT },
  { route: `POST ${PATH}/:id/test`, cites, call: async (w) => ({ path: await pathOf(w, '/test') }), allowed: KEPT },
  {
    route: `GET ${PATH}/:id/deliveries`,
    cites,
    call: async (w) => ({ path: await pathOf(w, '/deliveries') }),
    allowed: KEPT,
  },
  {
    route: `POST ${PATH}/:id/deliveries/:deliveryId/resend`,
    cites,
    call: async (w) => {
      const { webhookId, id } = await newDelivery(w);
      return { path: `${PATH}/${webhookId}/deliveries/${id}/resend` };
    },
    allowed: KEPT,
  },
];

const webhook = callsOf('webhook');
const row = { cites, processes: allProcesses(403) };

export const calls: CallRow[] = [
  webhook('listWebhooks', {
    ...row,
    request: async (w) => {
      await newWebhook(w);
      return { paging: { page: 1, perPage: 1 } };
    },
    allowed: SHOWN,
    shows: () => OF_EDITOR,
  }),
  webhook('getWebhook', { ...row, request: async (w) => ({ id: await newWebhook(w) }), allowed: KEPT }),
  webhook('createWebhook', { ...row, request: () => form, allowed: MAKERS }),
  webhook('updateWebhook', {
    ...row,
    request: async (w) => ({ id: await newWebhook(w), status: 'paused' }),
    allowed: KEPT,
  }),
  webhook('deleteWebhook', { ...row, request: async (w) => ({ id: await newWebhook(w) }), allowed: KEPT }),
  webhook('rotateWebhookSecret', { ...row, request: async (w) => ({ id: await newWebhook(w) }), allowed: KEPT }),
  webhook('testWebhook', { ...row, request: async (w) => ({ id: await newWebhook(w) }), allowed: KEPT }),
  webhook('listDeliveries', { ...row, request: async (w) => ({ webhookId: await newWebhook(w) }), allowed: KEPT }),
  webhook('resendDelivery', { ...row, request: newDelivery, allowed: KEPT }),
];
