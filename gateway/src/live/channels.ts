import type { Response } from 'express';
import type { Broker } from '@symbio/events';
import { liveFilters } from '@symbio/proto/catalogue';
import { cursorSubject } from './cursors.js';

/** Buffer limit in bytes; a slower subscriber is disconnected and reloads. */
const MAX_BUFFERED = 1024 * 1024;

export interface Subscriber {
  userId: string;
  /** The current role. */
  role: () => string;
  /** Whether the user sees issues of an organization; empty: of the operator. */
  seesIssuesOf: (organizationId: string) => boolean;
  /** Undefined: objects outside projects (issues). */
  projectId: string | undefined;
  /** `user/window`, as in presence. */
  windowId: string;
  response: Response;
  /** Rechecks access: ends the stream or sends the held messages. */
  recheck(): void;
  /** Messages held during an access check; undefined when none is pending. */
  held: string[] | undefined;
}

export function send(subscriber: Subscriber, message: string): void {
  const { held, response } = subscriber;
  if (response.writableEnded) return;
  if (held) held.push(message);
  else if (response.writableLength > MAX_BUFFERED) response.destroy();
  else response.write(message);
}

interface Channel {
  subscribers: Set<Subscriber>;
  unwatch: () => void;
  /** Settles once the broker has the subscription. */
  ready: Promise<unknown>;
}

export interface Channels {
  /** @returns once the broker delivers the subscriber's events */
  join(subscriber: Subscriber): Promise<unknown>;
  leave(subscriber: Subscriber): void;
  /** Subscribers of a project; all of them for undefined. */
  of(projectId: string | undefined): Iterable<Subscriber>;
  all(): Iterable<Subscriber>;
  close(): void;
}

const channelsOf = ({ projectId }: Subscriber): (string | undefined)[] =>
  projectId === undefined ? [undefined] : [projectId, undefined];

/**
 * One broker subscription per subscribed project, plus one for events outside projects: a gateway receives no other
 * events.
 */
export function createChannels(
  broker: Pick<Broker, 'watch' | 'ready'>,
  handle: (projectId: string | undefined, subject: string, body: unknown) => void,
): Channels {
  const channels = new Map<string | undefined, Channel>();

  function open(projectId: string | undefined): Channel {
    const filters = [...liveFilters(projectId), ...(projectId === undefined ? [] : [cursorSubject(projectId)])];
    const unwatches = filters.map((filter) =>
      broker.watch(filter, (subject, body) => handle(projectId, subject, body)),
    );
    const channel: Channel = {
      subscribers: new Set(),
      unwatch: () => unwatches.forEach((unwatch) => unwatch()),
      ready: broker.ready(),
    };
    channels.set(projectId, channel);
    return channel;
  }

  return {
    join(subscriber) {
      const joined = channelsOf(subscriber).map((projectId) => channels.get(projectId) ?? open(projectId));
      for (const { subscribers } of joined) subscribers.add(subscriber);
      return Promise.all(joined.map(({ ready }) => ready));
    },
    leave(subscriber) {
      for (const projectId of channelsOf(subscriber)) {
        const channel = channels.get(projectId);
        if (!channel?.subscribers.delete(subscriber) || channel.subscribers.size > 0) continue;
        channel.unwatch();
        channels.delete(projectId);
      }
    },
    of: (projectId) => channels.get(projectId)?.subscribers ?? [],
    all: () => channels.get(undefined)?.subscribers ?? [],
    close() {
      for (const { unwatch } of channels.values()) unwatch();
    },
  };
}
