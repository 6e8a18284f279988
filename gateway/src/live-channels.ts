import type { Response } from 'express';
import type { Broker } from '@symbio/kit';
import { liveFilters } from '@symbio/proto/catalogue';
import { cursorSubject } from './cursors.js';

/** Bytes that may wait for a slow reader before it is cut off; it reconnects and reads afresh. */
const MAX_BUFFERED = 1024 * 1024;

/** A reader of a live stream. */
export interface Subscriber {
  userId: string;
  /** Undefined: what belongs to no project (issues). */
  projectId: string | undefined;
  /** `user/window`, as presence names it; empty: a reader that did not say, who is told of nobody's cursor. */
  windowId: string;
  response: Response;
  /** Ends the stream unless its reader may go on; then sends what came up meanwhile. */
  recheck(): void;
  /** What waits until it is known whether its reader may read on; undefined when that is known. */
  held: string[] | undefined;
}

/** Sends a message to a subscriber, or holds it until it may read on. */
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
  /** Settles once the broker has the subscription: from then on no event is missed. */
  ready: Promise<unknown>;
}

/** Who reads what, and what is subscribed to for them. */
export interface Channels {
  /** @returns once the broker sends what the subscriber reads */
  join(subscriber: Subscriber): Promise<unknown>;
  leave(subscriber: Subscriber): void;
  /** Readers of a project; when undefined of what belongs to none, which are all of them. */
  of(projectId: string | undefined): Iterable<Subscriber>;
  all(): Iterable<Subscriber>;
  /** Subscribes to nothing any more. */
  close(): void;
}

/** What somebody reads: of issues, which belong to no project, everybody hears. */
const readBy = ({ projectId }: Subscriber): (string | undefined)[] =>
  projectId === undefined ? [undefined] : [projectId, undefined];

/**
 * One subscription for each project that somebody reads, and one for what belongs to none, shared by their readers and
 * ended with the last one: a gateway gets no events that nobody connected to it may see.
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
      const joined = readBy(subscriber).map((projectId) => channels.get(projectId) ?? open(projectId));
      for (const { subscribers } of joined) subscribers.add(subscriber);
      return Promise.all(joined.map(({ ready }) => ready));
    },
    leave(subscriber) {
      for (const projectId of readBy(subscriber)) {
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
