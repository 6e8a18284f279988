import {
  agentsPropose,
  conflict,
  isAgent,
  isId,
  newId,
  newValues,
  notFound,
  organizationOf,
  parseFields,
  refuseStale,
  type Clock,
} from '@symbio/runtime';
import { creationHash, idTaken } from '@symbio/mongo';
import { pagedList, type CallContext, type Client, type PagedList, type Paging } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { WebhookRow } from './model.js';
import { isVisible, visibilityOf } from './policy.js';
import type { DeliveryRepository, WebhookRepository, WebhookValues } from './repository.js';
import { newSecret, rotated } from './secrets.js';
import { webhookSchemas } from './webhook-fields.js';

/** Maximum webhooks per user, including those of keys. */
const MAX_WEBHOOKS = 50;

export interface WebhookDeps {
  webhooks: Omit<WebhookRepository, 'subscribersOf' | 'switchOff' | 'setFailingSince' | 'madeBy'>;
  deliveries: Pick<DeliveryRepository, 'cancelOf' | 'removeOf'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccess'>;
  clock: Clock;
  /** For local development. */
  allowPrivate: boolean;
}

export interface Creation {
  id: string;
  url: string;
  events: string[];
  projectIds: string[];
  apiKeyId: string;
}

export interface Update {
  id: string;
  url?: string | undefined;
  events?: string[] | undefined;
  projectIds?: string[] | undefined;
  status?: string | undefined;
  expectedUpdatedAt?: Date | undefined;
}

export function createWebhooks({ webhooks, deliveries, projects, clock, allowPrivate }: WebhookDeps) {
  const schemas = webhookSchemas(allowPrivate);

  /** @throws AppError NOT_FOUND, also if invisible to the caller */
  async function find(id: string, { actor }: CallContext): Promise<WebhookRow> {
    const row = isId(id) ? await webhooks.find(id) : undefined;
    if (!row || !isVisible(visibilityOf(actor), row)) throw notFound('Webhook');
    return row;
  }

  /**
   * As `find`, before a change: an agent changes only what its own key made.
   * @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose)
   */
  async function findToChange(id: string, context: CallContext): Promise<WebhookRow> {
    const row = await find(id, context);
    const { actor } = context;
    if (isAgent(actor) && row.apiKeyId !== actor.keyId)
      throw agentsPropose('This webhook was made by someone else.', 'Make a webhook of your own instead.');
    return row;
  }

  /**
   * Requested projects; default: the limit of the caller's key.
   * @throws AppError NOT_FOUND for projects invisible to the caller
   */
  async function projectsFor(ids: readonly string[], context: CallContext): Promise<string[]> {
    if (ids.length === 0) return [...context.actor.scopes];
    const known = ids.every(isId) ? (await projects.checkAccess({ projectIds: [...ids] }, context)).roles : {};
    if (!ids.every((id) => known[id] !== undefined)) throw notFound('Project', 'project_ids');
    return [...ids];
  }

  /** Fields that change with the status: failures are cleared, and activation skips earlier events. */
  const statusChange = (row: WebhookRow, status: 'active' | 'paused' | undefined): Partial<WebhookValues> =>
    status === undefined || status === row.status
      ? {}
      : {
          ...{ status, failure: undefined, failingSince: undefined },
          ...(status === 'active' && { activeSince: clock.now() }),
        };

  return {
    get: find,
    getToChange: findToChange,

    list: (paging: Paging, updatedAfter: Date | undefined, { actor }: CallContext): Promise<PagedList<WebhookRow>> => {
      const visibility = visibilityOf(actor);
      return pagedList(
        paging,
        (slice) => webhooks.list(visibility, updatedAfter, slice),
        () => webhooks.count(visibility, updatedAfter),
        ({ _id, createdAt }) => ({ at: createdAt, id: _id }),
      );
    },

    /**
     * Creates a webhook. Idempotent; the secret is returned only the first time.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND naming project_ids, FAILED_PRECONDITION if the id is taken or there
     * are too many
     */
    async create({ apiKeyId, ...input }: Creation, context: CallContext): Promise<{ row: WebhookRow; secret: string }> {
      const { actor } = context;
      const { id: clientsId, url, events, projectIds: asked } = parseFields(schemas.creation, input);
      const projectIds = await projectsFor(asked, context);
      const id = clientsId || newId();
      const hash = creationHash({
        sub: actor.sub,
        apiKeyId,
        url,
        events: events.join(),
        projectIds: projectIds.join(),
      });
      const there = await webhooks.find(id);
      if (!there && (await webhooks.countOf(actor.sub)) >= MAX_WEBHOOKS)
        throw conflict('too_many_webhooks', `There can be at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
      const values: WebhookValues = {
        ...{ url, events, projectIds, status: 'active', activeSince: clock.now() },
        ...{ ownerId: actor.sub, apiKeyId, createdByName: actor.name, creationHash: hash },
        ...organizationOf(actor),
        secrets: [{ value: newSecret() }],
      };
      const inserted = there ? undefined : await webhooks.insert(id, values, actor);
      if (inserted) return { row: inserted, secret: inserted.secrets[0]?.value ?? '' };
      const row = there ?? (await webhooks.find(id));
      if (row?.creationHash !== hash) throw idTaken('A webhook');
      return { row, secret: '' };
    },

    /**
     * Changes given fields. A reactivated webhook receives only later events.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, ABORTED if stale
     */
    async update({ id, expectedUpdatedAt, ...input }: Update, context: CallContext): Promise<WebhookRow> {
      await findToChange(id, context);
      const { status, projectIds, ...change } = parseFields(schemas.update, input);
      const limits = projectIds && { projectIds: await projectsFor(projectIds, context) };
      const after = await webhooks.change(id, context.actor, (row) => {
        refuseStale('This webhook', row, expectedUpdatedAt);
        return newValues(row, { ...given(change), ...limits, ...statusChange(row, status) });
      });
      if (!after) throw notFound('Webhook');
      if (after.status !== 'active') await deliveries.cancelOf(id);
      return after;
    },

    /** Adds a secret; previous ones keep signing for a day each. @throws AppError NOT_FOUND */
    async rotateSecret(id: string, context: CallContext): Promise<{ row: WebhookRow; secret: string }> {
      await findToChange(id, context);
      const row = await webhooks.change(id, context.actor, ({ secrets }) => ({
        secrets: rotated(secrets, clock.now()),
      }));
      if (!row) throw notFound('Webhook');
      return { row, secret: row.secrets[0]?.value ?? '' };
    },

    /** Deletes a webhook and its deliveries. @throws AppError NOT_FOUND */
    async remove(id: string, context: CallContext): Promise<void> {
      await findToChange(id, context);
      await webhooks.remove(id, context.actor);
      await deliveries.removeOf(id);
    },
  };
}

/** Removes undefined values, so fields stay unchanged. */
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

export type Webhooks = ReturnType<typeof createWebhooks>;
