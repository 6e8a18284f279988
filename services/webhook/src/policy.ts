import { ownedByOrganization, type Actor, type OfOrganization } from '@symbio/runtime';
import type { MethodPolicy, Policies } from '@symbio/rpc';
import type { WebhookServiceService } from '@symbio/proto/webhook';
import type { WebhookRow } from './model.js';

const isAdministrator = ({ via, role }: Actor): boolean => via === 'user' && role === 'administrator';

/** Keys manage their own webhooks, administrators all, as for keys (OP-21). */
const managers: MethodPolicy = {
  name: 'API keys and administrators',
  allows: (actor) => actor.via === 'api_key' || isAdministrator(actor),
};

/** Callers of each method; visibility is checked in addition. */
export const policies: Policies<typeof WebhookServiceService> = {
  listWebhooks: managers,
  getWebhook: managers,
  createWebhook: managers,
  updateWebhook: managers,
  deleteWebhook: managers,
  rotateWebhookSecret: managers,
  testWebhook: managers,
  listDeliveries: managers,
  resendDelivery: managers,
};

export interface Visibility {
  /** Only this user's; undefined: all. */
  ownerId: string | undefined;
  /** Only webhooks limited to these projects; empty: any. */
  within: readonly string[];
  inOrganization: OfOrganization;
}

/** Administrators see all of their organization; a key sees its user's, except those with projects beyond its limit. */
export const visibilityOf = (actor: Actor): Visibility =>
  isAdministrator(actor)
    ? { ownerId: undefined, within: [], inOrganization: ownedByOrganization(actor) }
    : { ownerId: actor.sub, within: actor.scopes, inOrganization: {} };

export const isVisible = (
  { ownerId, within, inOrganization: { organizationId } }: Visibility,
  row: Pick<WebhookRow, 'ownerId' | 'projectIds' | 'organizationId'>,
): boolean =>
  (organizationId === undefined || organizationId === (row.organizationId ?? null)) &&
  (ownerId === undefined || row.ownerId === ownerId) &&
  (within.length === 0 || (row.projectIds.length > 0 && row.projectIds.every((id) => within.includes(id))));
