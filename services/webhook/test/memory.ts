/** In-memory dependencies for tests without servers. */
import { createLogger, createMetrics, newId, notFound, serviceActor, type Actor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock, administrator } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import type { Caller } from '@symbio/proto/identity';
import { createAudience } from '../src/audience.js';
import { createDeliveries } from '../src/deliveries.js';
import { webhookFailedEvent } from '../src/events.js';
import type { DeliveryRow, WebhookRow } from '../src/model.js';
import { isVisible } from '../src/policy.js';
import type { Details } from '../src/payload.js';
import { recordEvents } from '../src/recording.js';
import {
  isSubscribed,
  type DeliveryFilter,
  type DeliveryRepository,
  type WebhookRepository,
} from '../src/repository.js';
import { createSender } from '../src/sending.js';
import type { Answer, Message } from '../src/transport.js';
import { createWebhooks } from '../src/webhooks.js';

const LEASE_MS = 30_000;

function memoryWebhooks(rows: MemoryRows<WebhookRow>): WebhookRepository {
  const after = (row: WebhookRow, updatedAfter: Date | undefined) => !updatedAfter || row.updatedAt > updatedAfter;
  const seen: WebhookRepository['list'] = (visibility, updatedAfter) =>
    Promise.resolve(
      rows
        .all()
        .filter((row) => isVisible(visibility, row) && after(row, updatedAfter))
        .reverse(),
    );
  return {
    find: (id) => Promise.resolve(rows.find(id)),
    list: seen,
    count: async (visibility, updatedAfter) => (await seen(visibility, updatedAfter, undefined)).length,
    countOf: (ownerId) => Promise.resolve(rows.all().filter((row) => row.ownerId === ownerId).length),
    subscribersOf: (of) => Promise.resolve(rows.all().filter((row) => isSubscribed(row, of))),
    madeBy: (apiKeyId) => Promise.resolve(rows.all().filter((row) => row.apiKeyId === apiKeyId)),
    insert: (id, values, actor) => rows.insert(id, values, actor, () => []),
    change: (id, actor, decide) =>
      rows.change(id, actor, (row) => {
        const set = decide(row);
        return set && { set, events: [] };
      }),
    async setFailingSince(id, since) {
      await rows.change(id, administrator(), () => ({ set: { failingSince: since }, events: [], keepUpdatedAt: true }));
    },
    async switchOff(id, failure, actor, condition = () => true) {
      const after = await rows.change(id, actor, (row, changed) => {
        if (row.status === 'failed' || !condition(row)) return undefined;
        const set = { status: 'failed', failure } as const;
        return { set, events: [webhookFailedEvent(changed(set))] };
      });
      return after?.status === 'failed';
    },
    remove: async (id, actor) => (await rows.change(id, actor, () => ({ events: [], remove: true }))) !== undefined,
  };
}

function memoryDeliveries(rows: Map<string, DeliveryRow>, clock: TestClock): DeliveryRepository {
  const all = (): DeliveryRow[] => [...rows.values()];
  const put = (row: DeliveryRow, values: Partial<DeliveryRow>): void =>
    void rows.set(row._id, structuredClone({ ...row, ...values }));
  const matching = ({ webhookId, status }: DeliveryFilter): DeliveryRow[] =>
    all().filter((row) => row.webhookId === webhookId && (!status || row.status === status));
  const leased = ({ _id, lease }: DeliveryRow): DeliveryRow | undefined =>
    rows.get(_id)?.lease === lease ? rows.get(_id) : undefined;
  const isDue = ({ nextAt }: DeliveryRow): boolean => nextAt !== undefined && nextAt <= clock.now();
  const find: DeliveryRepository['find'] = (webhookId, id) => {
    const row = rows.get(id);
    return Promise.resolve(row?.webhookId === webhookId ? structuredClone(row) : undefined);
  };
  return {
    find,
    add: (added) => {
      const now = clock.now();
      for (const { id, ...row } of added)
        if (!all().some(({ webhookId, eventId }) => webhookId === row.webhookId && eventId === row.eventId))
          rows.set(id, {
            ...{ ...row, _id: id, status: 'pending', attempts: [], attemptCount: 0, tries: 0 },
            ...{ nextAt: now, createdAt: now, updatedAt: now },
          });
      return Promise.resolve();
    },
    list: (filter) => Promise.resolve(matching(filter).reverse()),
    count: (filter) => Promise.resolve(matching(filter).length),
    claim: (busy) => {
      const row = all().find((one) => isDue(one) && !busy.includes(one.webhookId));
      if (row) put(row, { lease: newId(), nextAt: new Date(clock.now().getTime() + LEASE_MS) });
      return Promise.resolve(structuredClone(row && rows.get(row._id)));
    },
    settle: (claimed, { status, attempt, nextAt }) => {
      const row = leased(claimed);
      const step = attempt ? 1 : 0;
      if (row)
        put(row, {
          ...{ status, nextAt, lease: undefined, attempts: [...row.attempts, ...(attempt ? [attempt] : [])] },
          ...{ attemptCount: row.attemptCount + step, tries: row.tries + step },
        });
      return Promise.resolve();
    },
    release: (claimed, nextAt) => {
      const row = leased(claimed);
      if (row) put(row, { nextAt, lease: undefined });
      return Promise.resolve();
    },
    resend: (webhookId, id) => {
      const row = rows.get(id);
      if (row?.webhookId === webhookId && row.status !== 'pending')
        put(row, { status: 'pending', byHand: true, tries: 0, nextAt: clock.now() });
      return find(webhookId, id);
    },
    cancelOf: (webhookId) => {
      for (const row of all())
        if (row.webhookId === webhookId && row.status === 'pending' && !row.byHand)
          put(row, { status: 'cancelled', nextAt: undefined, lease: undefined });
      return Promise.resolve();
    },
    removeOf: (webhookId) => {
      for (const row of all()) if (row.webhookId === webhookId) rows.delete(row._id);
      return Promise.resolve();
    },
    dueSince: () => Promise.resolve(all().find(isDue)?.nextAt),
  };
}

export const OK: Answer = { status: 200, body: 'thanks', error: '' };
export const DOWN: Answer = { status: 0, body: '', error: 'The connection was refused.' };

export function webhookRules({ allowPrivate = false } = {}) {
  const clock = new TestClock();
  const rows = new MemoryRows<WebhookRow>(clock);
  const sent = new Map<string, DeliveryRow>();
  const [webhooks, deliveries] = [memoryWebhooks(rows), memoryDeliveries(sent, clock)];
  /** Current users by id. */
  const callers = new Map<string, Caller>();
  const access = new Set<string>();
  const visible = (userId: string, limits: readonly string[], projectIds: readonly string[]) => ({
    roles: Object.fromEntries(
      projectIds
        .filter((id) => access.has(`${userId} ${id}`) && (limits.length === 0 || limits.includes(id)))
        .map((id) => [id, 'viewer']),
    ),
  });
  const asSelf = () => Promise.resolve({ token: '', requestId: '' });
  const projects = {
    checkAccess: ({ projectIds = [] }: { projectIds?: string[] }, parent: object) => {
      const { actor } = parent as CallContext;
      return Promise.resolve({ ...visible(actor.sub, actor.scopes, projectIds), sampleIds: [] });
    },
    checkAccessOf: ({
      userId = '',
      limits = [],
      projectIds = [],
    }: {
      userId?: string;
      limits?: string[];
      projectIds?: string[];
    }) => Promise.resolve(visible(userId, limits, projectIds)),
  };
  const identity = {
    // like the service: a key that no longer belongs to the user is unknown
    getCaller({ userId = '', apiKeyId = '' }: { userId?: string; apiKeyId?: string }) {
      const caller = callers.get(userId);
      return Promise.resolve({ caller: caller?.apiKeyId === apiKeyId ? caller : undefined });
    },
  };
  const audience = createAudience({ identity, projects, issueAccess: 'everyone', asSelf });
  const receiver = { answers: [] as (Answer | Promise<Answer>)[], messages: [] as Message[], isBroken: false };
  const post = (message: Message): Promise<Answer> => {
    if (receiver.isBroken) return Promise.reject(new Error('not an answer'));
    receiver.messages.push(message);
    return Promise.resolve(receiver.answers.shift() ?? OK);
  };
  const wake = counter();
  const self = serviceActor('webhook');
  const metrics = createMetrics('test');
  const log = createLogger({ name: 'test', level: 'silent' });
  const rules = createWebhooks({ webhooks, deliveries, projects, clock, allowPrivate });
  const record = recordEvents({ webhooks, deliveries, audience, wake, self });
  const run = createSender({ webhooks, deliveries, audience, post, self, clock, metrics, log, random: () => 0.5 });

  /** Registers a caller with identity. */
  const known = (actor: Actor): CallContext => {
    const { sub: userId, authorId, name, role, organizationId = '' } = actor;
    const person = { userId, authorId, name, email: '', role, organizationId };
    const caller = { ...person, permissions: [], projectIds: [...actor.scopes] };
    callers.set(userId, { ...caller, apiKeyId: actor.via === 'api_key' ? 'key' : '', access: '', agentId: '' });
    return contextOf(actor);
  };

  return {
    ...{ clock, rows, sent, callers, access, receiver, wake, metrics, known, record },
    webhooks: rules,
    deliveries: createDeliveries({ webhooks: rules, deliveries, wake, clock }),
    send: () => run(new AbortController().signal),
    let: (userId: string, projectId: string) => void access.add(`${userId} ${projectId}`),
    forbid: (userId: string, projectId: string) => void access.delete(`${userId} ${projectId}`),
    /** The only delivery. @throws if there is not exactly one */
    only(): DeliveryRow {
      const [row, ...more] = [...sent.values()];
      if (!row || more.length > 0) throw notFound('The one delivery');
      return row;
    },
    /** Publishes an annotation event. */
    happens: (projectId: string, id = newId(), details: Details = {}) =>
      record(
        { id, entity: 'annotation', verb: 'created', entityId: 'a-1', at: clock.now().toISOString() },
        { projectId, details: { document_page_id: 'p-1', ...details } },
      ),
  };
}

function counter(): { (): void; calls: number } {
  const called = Object.assign(() => void called.calls++, { calls: 0 });
  return called;
}

export type WebhookRules = ReturnType<typeof webhookRules>;
