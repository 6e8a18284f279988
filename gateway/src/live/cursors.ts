import { app } from '@symbio/api';
import { AppError, notFound, type Clock } from '@symbio/runtime';
import { watchEvents, type Broker } from '@symbio/events';
import { accessEvents, projectEvents } from '@symbio/proto/project';
import type { Callers } from '../http/auth/callers.js';
import type { Clients } from '../clients.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';

/** Subject of pointer moves in a project; not persisted. */
export const cursorSubject = (projectId: string): string => `symbio.cursor.v1.${projectId}`;

/** Milliseconds, unless access changes. */
const ACCESS_CACHE_MS = 5_000;
/** Token bucket per person: sustained moves per second, and burst; browsers send ten. */
const MOVES_PER_SECOND = 15;
const BURST = 30;
/** Cache limit, in people. */
const MAX_PEOPLE = 10_000;

export interface Cursor {
  entity: 'cursor';
  verb: 'moved' | 'left';
  /** One window of one person, as in presence. */
  id: string;
  user_id: string;
  name: string;
  project_id: string;
  document_page_id: string;
  /** Full-resolution image pixels; null: the pointer is off the sheet. */
  x: number | null;
  y: number | null;
  selected: string[];
  at: string;
}

/** Size-limited map that evicts the oldest entry. */
class BoundedMap<T> extends Map<string, T> {
  put(key: string, value: T): void {
    this.delete(key);
    this.set(key, value);
    const [oldest] = this.keys();
    if (this.size > MAX_PEOPLE && oldest !== undefined) this.delete(oldest);
  }
}

class MoveRateLimit {
  readonly #buckets = new BoundedMap<{ left: number; at: number }>();

  take(key: string, now: number): boolean {
    const { left, at } = this.#buckets.get(key) ?? { left: BURST, at: now };
    const filled = Math.min(BURST, left + ((now - at) / 1000) * MOVES_PER_SECOND);
    this.#buckets.put(key, { left: Math.max(filled - 1, 0), at: now });
    return filled >= 1;
  }
}

/**
 * POST /api/cursors: the caller's pointer on a page, forwarded to windows that show it; never stored. 404 without
 * project access; 429 above the move rate.
 */
export function cursors(
  { project }: Pick<Clients, 'project'>,
  callers: Pick<Callers, 'onUserChanged'>,
  broker: Pick<Broker, 'broadcast' | 'watch'>,
  clock: Clock,
): { routes: Route[]; close: () => void } {
  const rateLimit = new MoveRateLimit();
  const known = new BoundedMap<{ until: number; isSample: boolean }>();
  const forget = (matches: (key: string) => boolean): void => {
    for (const key of known.keys()) if (matches(key)) known.delete(key);
  };
  const unwatches = [accessEvents.any, projectEvents.deleted].map((source) =>
    watchEvents(broker, source, ({ scope }) => forget((key) => key.endsWith(`/${scope}`))),
  );
  callers.onUserChanged(({ entityId }) => forget((key) => key.startsWith(`${entityId}/`)));

  const routes = [
    route(app.live.reportCursor, async ({ body: input }, { parent, caller: { actor } }) => {
      const now = clock.now();
      if (!rateLimit.take(actor.sub, now.getTime()))
        throw new AppError('RESOURCE_EXHAUSTED', 'too_many_moves', 'Too many cursor moves per second.', {
          fields: { retry_after: '1' },
        });
      const projectId = idOrNone(input.project_id);
      const key = `${actor.sub}/${projectId}`;
      if (!projectId) throw notFound('Project', 'project_id');
      let access = known.get(key);
      if (!access || access.until <= now.getTime()) {
        const { roles, sampleIds } = await project.checkAccess({ projectIds: [projectId] }, parent);
        if (roles[projectId] === undefined) throw notFound('Project', 'project_id');
        access = { until: now.getTime() + ACCESS_CACHE_MS, isSample: sampleIds.includes(projectId) };
        known.put(key, access);
      }
      const cursor: Cursor = {
        entity: 'cursor',
        verb: input.left ? 'left' : 'moved',
        id: `${actor.sub}/${input.window_id}`,
        user_id: actor.sub,
        name: actor.name,
        project_id: projectId,
        document_page_id: input.document_page_id,
        x: input.x,
        y: input.y,
        selected: input.selected,
        at: now.toISOString(),
      };
      // visitors of a sample are of different firms
      if (!access.isSample) broker.broadcast(cursorSubject(projectId), cursor);
      return { success: true as const };
    }),
  ];
  return { routes, close: () => unwatches.forEach((unwatch) => unwatch()) };
}
