import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Clock, Logger, Metrics } from '@symbio/runtime';
import { PING } from '@symbio/proto/webhook/vocabulary';
import type { Audience } from './audience.js';
import type { DeliveryRow, WebhookRow } from './model.js';
import type { DeliveryRepository, Outcome, WebhookRepository } from './repository.js';
import { SWITCH_OFF_MS, retryDelay } from './retries.js';
import { signatureHeaders } from './secrets.js';
import type { Answer, Post } from './transport.js';

/** Concurrent deliveries per process, total and per webhook: a slow receiver delays only its own. */
const CONCURRENCY = 16;
const CONCURRENCY_PER_WEBHOOK = 4;
/** Milliseconds before checking a delivery again if access could not be determined. */
const ACCESS_RETRY_MS = 5_000;
/** Polling interval in milliseconds while responses are pending, so a slow receiver delays no others. */
const POLL_MS = 500;
/** Receiver unsubscribes with this HTTP status. */
const GONE = 410;

export interface SendingDeps {
  webhooks: Pick<WebhookRepository, 'find' | 'setFailingSince' | 'switchOff'>;
  deliveries: Pick<DeliveryRepository, 'claim' | 'settle' | 'release' | 'cancelOf' | 'dueSince'>;
  audience: Audience;
  post: Post;
  self: Actor;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
  /** In [0, 1); replaced in tests. */
  random?: () => number;
}

/**
 * Sends everything due. If the process crashes, the lease expires and another one sends it, possibly twice, with the
 * same id.
 */
export function createSender(deps: SendingDeps) {
  const { webhooks, deliveries, audience, post, self, clock, metrics, log, random = Math.random } = deps;
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);

  function outcomeOf(row: DeliveryRow, { status, body, error }: Answer, at: Date, durationMs: number): Outcome {
    const attempt = { at, durationMs, status, body, error };
    if (status >= 200 && status < 300) return { status: 'delivered', attempt };
    // no retries for a ping, whose caller is waiting
    const delay = status === GONE || row.type === PING ? undefined : retryDelay(row.tries + 1, random());
    return delay === undefined ? { status: 'failed', attempt } : { status: 'pending', attempt, nextAt: later(delay) };
  }

  const isFailingTooLong = ({ status, failingSince }: WebhookRow): boolean =>
    status === 'active' && !!failingSince && clock.now().getTime() - failingSince.getTime() >= SWITCH_OFF_MS;

  /** Outcome of a response for its webhook. @param webhook state at sending */
  async function updateWebhook(webhook: WebhookRow, answer: Answer, outcome: Outcome): Promise<void> {
    const { _id: id, status, failingSince } = webhook;
    if (outcome.status === 'delivered') {
      if (failingSince) await webhooks.setFailingSince(id, undefined);
      return;
    }
    // paused or disabled webhooks only send manual deliveries
    if (status !== 'active') return;
    const isGone = answer.status === GONE;
    if (isGone || isFailingTooLong(webhook)) {
      // another delivery may have succeeded since
      const isOff = await (isGone
        ? webhooks.switchOff(id, 'gone', self)
        : webhooks.switchOff(id, 'failing', self, isFailingTooLong));
      if (!isOff) return;
      await deliveries.cancelOf(id);
      log.warn({ webhook_id: id, status: answer.status }, 'webhook disabled');
    } else if (!failingSince) await webhooks.setFailingSince(id, clock.now());
  }

  /** Whether it may be sent now; the owner may have lost access since the event. */
  async function isPermitted(row: DeliveryRow, webhook: WebhookRow): Promise<boolean> {
    if (webhook.status !== 'active' && !row.byHand) return false;
    const isOfProject = row.projectId !== '';
    const access = await audience.accessOf(webhook, isOfProject ? { projectId: row.projectId } : undefined);
    if (access === 'ended') await webhooks.switchOff(webhook._id, 'no_access', self);
    return access === 'permitted';
  }

  async function attempt(row: DeliveryRow): Promise<void> {
    const webhook = await webhooks.find(row.webhookId);
    if (!webhook || !(await isPermitted(row, webhook))) {
      metrics.webhookAttempts.inc({ outcome: 'cancelled' });
      return deliveries.settle(row, { status: 'cancelled' });
    }
    const at = clock.now();
    const answer = await post({
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Symbio-Webhooks/1',
        ...signatureHeaders({ id: row._id, payload: row.payload }, webhook.secrets, at),
      },
      body: row.payload,
    });
    const outcome = outcomeOf(row, answer, at, clock.now().getTime() - at.getTime());
    metrics.webhookAttempts.inc({ outcome: outcome.status === 'pending' ? 'retried' : outcome.status });
    await deliveries.settle(row, outcome);
    await updateWebhook(webhook, answer, outcome);
  }

  return async (signal: AbortSignal): Promise<void> => {
    const dueSince = await deliveries.dueSince();
    metrics.webhookLag.set(dueSince ? (clock.now().getTime() - dueSince.getTime()) / 1_000 : 0);
    if (!dueSince) return;
    const active = new Map<string, number>();
    const count = (id: string, by: number): unknown => active.set(id, (active.get(id) ?? 0) + by);
    const running = new Set<Promise<void>>();
    const send = (row: DeliveryRow): Promise<void> =>
      attempt(row)
        .catch(async (error: unknown) => {
          log.warn({ err: error, delivery_id: row._id }, 'delivery attempt failed, will retry');
          await deliveries.release(row, later(ACCESS_RETRY_MS));
        })
        .catch((error: unknown) =>
          log.warn({ err: error, delivery_id: row._id }, 'delivery not released, waiting for its lease to expire'),
        );
    while (!signal.aborted) {
      const busy = [...active].flatMap(([id, sent]) => (sent >= CONCURRENCY_PER_WEBHOOK ? [id] : []));
      const row = running.size < CONCURRENCY ? await deliveries.claim(busy) : undefined;
      if (row) {
        count(row.webhookId, 1);
        const sent: Promise<void> = send(row).finally(() => {
          count(row.webhookId, -1);
          running.delete(sent);
        });
        running.add(sent);
      } else if (running.size > 0) await Promise.race([...running, sleep(POLL_MS, undefined, { ref: false })]);
      else return;
    }
    await Promise.all(running);
  };
}
