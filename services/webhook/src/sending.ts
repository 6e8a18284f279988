/** Sends deliveries that are due. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Clock, Logger, Metrics } from '@symbio/kit';
import { PING } from '@symbio/proto/webhook/vocabulary';
import type { Audience } from './audience.js';
import type { DeliveryRow, WebhookRow } from './model.js';
import type { DeliveryRepository, Outcome, WebhookRepository } from './repository.js';
import { SWITCH_OFF_MS, retryDelay } from './retries.js';
import { signatureHeaders } from './secrets.js';
import type { Answer, Post } from './transport.js';

/** Deliveries that one process sends at the same time, in all and to one webhook: a slow receiver holds up its own only. */
const CONCURRENCY = 16;
const TO_ONE = 4;
/** Milliseconds until a delivery is looked at again that nothing could be found out about. */
const UNKNOWN_MS = 5_000;
/** Milliseconds between looks for more while receivers have not answered: one that is slow holds up nobody else. */
const LOOK_MS = 500;
/** HTTP status by which a receiver says that it wants nothing any more. */
const GONE = 410;

export interface SendingDeps {
  webhooks: Pick<WebhookRepository, 'find' | 'setFailingSince' | 'switchOff'>;
  deliveries: Pick<DeliveryRepository, 'claim' | 'settle' | 'putBack' | 'cancelOf' | 'dueSince'>;
  audience: Audience;
  post: Post;
  self: Actor;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
  /** From 0 to below 1; tests choose it. */
  random?: () => number;
}

/**
 * One run: everything that is due. A process that dies while it sends loses nothing: the lease of what it had runs out, and
 * the next one sends it, perhaps for the second time, under the same id.
 */
export function createSender(deps: SendingDeps) {
  const { webhooks, deliveries, audience, post, self, clock, metrics, log, random = Math.random } = deps;
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);

  /** What an answer means for its delivery. */
  function outcomeOf(row: DeliveryRow, { status, body, error }: Answer, at: Date, durationMs: number): Outcome {
    const attempt = { at, durationMs, status, body, error };
    if (status >= 200 && status < 300) return { status: 'delivered', attempt };
    // whoever asks for a ping waits for its answer
    const delay = status === GONE || row.type === PING ? undefined : retryDelay(row.tries + 1, random());
    return delay === undefined ? { status: 'failed', attempt } : { status: 'pending', attempt, nextAt: later(delay) };
  }

  /** Whether nothing but failures came from it for too long. */
  const isOver = ({ status, failingSince }: WebhookRow): boolean =>
    status === 'active' && !!failingSince && clock.now().getTime() - failingSince.getTime() >= SWITCH_OFF_MS;

  /** What an answer means for its webhook. @param webhook as it was when the delivery was sent */
  async function judge(webhook: WebhookRow, answer: Answer, outcome: Outcome): Promise<void> {
    const { _id: id, status, failingSince } = webhook;
    if (outcome.status === 'delivered') {
      if (failingSince) await webhooks.setFailingSince(id, undefined);
      return;
    }
    // one that somebody stopped or that is off already is only tried by hand
    if (status !== 'active') return;
    const isGone = answer.status === GONE;
    if (isGone || isOver(webhook)) {
      // another delivery may have arrived since this one was sent
      const isOff = await (isGone
        ? webhooks.switchOff(id, 'gone', self)
        : webhooks.switchOff(id, 'failing', self, isOver));
      if (!isOff) return;
      await deliveries.cancelOf(id);
      log.warn({ webhook_id: id, status: answer.status }, 'a webhook was switched off');
    } else if (!failingSince) await webhooks.setFailingSince(id, clock.now());
  }

  /** Whether it may be sent now; the webhook's owner may have lost access since the event. */
  async function mayBeSent(row: DeliveryRow, webhook: WebhookRow): Promise<boolean> {
    if (webhook.status !== 'active' && !row.byHand) return false;
    const isOfProject = row.projectId !== '';
    const standing = await audience.standing(webhook, isOfProject ? { projectId: row.projectId } : undefined);
    if (standing === 'ended') await webhooks.switchOff(webhook._id, 'no_access', self);
    return standing === 'told';
  }

  async function attempt(row: DeliveryRow): Promise<void> {
    const webhook = await webhooks.find(row.webhookId);
    if (!webhook || !(await mayBeSent(row, webhook))) {
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
    await judge(webhook, answer, outcome);
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
          log.warn({ err: error, delivery_id: row._id }, 'a delivery could not be attempted, will be tried again');
          await deliveries.putBack(row, later(UNKNOWN_MS));
        })
        .catch((error: unknown) =>
          log.warn({ err: error, delivery_id: row._id }, 'a delivery waits for its lease to end'),
        );
    while (!signal.aborted) {
      const busy = [...active].flatMap(([id, sent]) => (sent >= TO_ONE ? [id] : []));
      const row = running.size < CONCURRENCY ? await deliveries.claim(busy) : undefined;
      if (row) {
        count(row.webhookId, 1);
        const sent: Promise<void> = send(row).finally(() => {
          count(row.webhookId, -1);
          running.delete(sent);
        });
        running.add(sent);
      } else if (running.size > 0) await Promise.race([...running, sleep(LOOK_MS, undefined, { ref: false })]);
      else return;
    }
    await Promise.all(running);
  };
}
