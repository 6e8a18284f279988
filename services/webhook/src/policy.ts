import type { Actor, MethodPolicy, Policies } from '@symbio/kit';
import type { WebhookServiceService } from '@symbio/proto/webhook';
import type { WebhookRow } from './model.js';

const isAdministrator = ({ via, role }: Actor): boolean => via === 'user' && role === 'administrator';

/** Programs look after their own webhooks, administrators after everybody's, as they do after keys (OP-21). */
const keepers: MethodPolicy = {
  name: 'API keys and administrators',
  allows: (actor) => actor.via === 'api_key' || isAdministrator(actor),
};

/** Who may call what; whose webhooks they see comes on top. */
export const policies: Policies<typeof WebhookServiceService> = {
  listWebhooks: keepers,
  getWebhook: keepers,
  createWebhook: keepers,
  updateWebhook: keepers,
  deleteWebhook: keepers,
  rotateWebhookSecret: keepers,
  testWebhook: keepers,
  listDeliveries: keepers,
  resendDelivery: keepers,
};

/** Which webhooks a caller sees. */
export interface Sight {
  /** Only those of this user; undefined: everybody's. */
  ownerId: string | undefined;
  /** Only those that are told of no project but these; empty: of any. */
  within: readonly string[];
}

/** An administrator sees all; a key those of its user, and none that are told of a project it is not for. */
export const sightOf = (actor: Actor): Sight =>
  isAdministrator(actor) ? { ownerId: undefined, within: [] } : { ownerId: actor.sub, within: actor.scopes };

/** Whether a webhook is there for somebody. */
export const sees = ({ ownerId, within }: Sight, row: Pick<WebhookRow, 'ownerId' | 'projectIds'>): boolean =>
  (ownerId === undefined || row.ownerId === ownerId) &&
  (within.length === 0 || (row.projectIds.length > 0 && row.projectIds.every((id) => within.includes(id))));
