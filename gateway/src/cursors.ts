import { type Router, json } from 'express';
import { about } from './audit/audit-subject.js';
import { AppError, notFound, watchEvents, type Broker, type Clock } from '@symbio/kit';
import { accessEvents, projectEvents } from '@symbio/proto/project';
import { z } from 'zod';
import type { Callers } from './auth/callers.js';
import type { Clients } from './clients.js';
import { body } from './input.js';
import { callerOf, idOrNone, parentOf } from './request.js';
import { jsonOnly, methods, strictRouter } from './routing.js';

/** Subject of what pointers do in a project: published, never kept. */
export const cursorSubject = (projectId: string): string => `symbio.cursor.v1.${projectId}`;

/**
 * Milliseconds for which it is believed that somebody may see a project, unless its members change or it is deleted: moves come
 * ten a second.
 */
const BELIEVED_MS = 5_000;
/** Moves of one person a second in the long run, and at once: browsers send ten. */
const A_SECOND = 15;
const AT_ONCE = 30;
/** People of whom something is kept in mind, at most. */
const MOST = 10_000;
/** Selected annotations that are told of, at most. */
const MOST_SELECTED = 50;

/** What somebody points at and has selected on a page, as browsers receive it. */
export interface Cursor {
  entity: 'cursor';
  verb: 'moved' | 'left';
  /** One window of one person, as in presence. */
  id: string;
  user_id: string;
  name: string;
  project_id: string;
  document_page_id: string;
  /** Pixels of the page's full picture; null: the pointer is not on the sheet. */
  x: number | null;
  y: number | null;
  /** Ids of the selected annotations. */
  selected: string[];
  at: string;
}

const pixel = z.number().min(-1e6).max(1e6).nullable();
const move = z.strictObject({
  /** Made by the browser, one for each window; the same as in presence. */
  window_id: z.uuid({ error: 'window_id must be a UUID' }),
  project_id: z.string({ error: 'project_id is required' }),
  document_page_id: z.uuid({ error: 'document_page_id must be a UUID' }),
  x: pixel.default(null),
  y: pixel.default(null),
  selected: z
    .array(z.uuid({ error: 'selected must be ids of annotations' }))
    .max(MOST_SELECTED, { error: `At most ${MOST_SELECTED} annotations can be told of` })
    .default([]),
  left: z.boolean().default(false),
});

/** What was noted of somebody last, the oldest forgotten when there is too much. */
class Noted<T> extends Map<string, T> {
  note(key: string, value: T): void {
    this.delete(key);
    this.set(key, value);
    const [oldest] = this.keys();
    if (this.size > MOST && oldest !== undefined) this.delete(oldest);
  }
}

/** A bucket for each person that fills with time; empty: no more moves for now. */
class Pace {
  readonly #buckets = new Noted<{ left: number; at: number }>();

  take(key: string, now: number): boolean {
    const { left, at } = this.#buckets.get(key) ?? { left: AT_ONCE, at: now };
    const filled = Math.min(AT_ONCE, left + ((now - at) / 1000) * A_SECOND);
    this.#buckets.note(key, { left: Math.max(filled - 1, 0), at: now });
    return filled >= 1;
  }
}

/**
 * POST /api/cursors: what the caller points at on a page. Published over the broker's core to the gateways that have readers of
 * the project, which hand it on to the windows that look at this page; never stored. Who may not see the project is not
 * found; more than a hand does is refused (429).
 */
export function cursors(
  { project }: Pick<Clients, 'project'>,
  callers: Pick<Callers, 'onUserChanged'>,
  broker: Pick<Broker, 'broadcast' | 'watch'>,
  clock: Clock,
): { router: Router; close: () => void } {
  const pace = new Pace();
  /** Until when it is believed, by person and project. */
  const believed = new Noted<number>();
  const forget = (isMeant: (key: string) => boolean): void => {
    for (const key of believed.keys()) if (isMeant(key)) believed.delete(key);
  };
  const unwatches = [accessEvents.any, projectEvents.deleted].map((source) =>
    watchEvents(broker, source, ({ scope }) => forget((key) => key.endsWith(`/${scope}`))),
  );
  callers.onUserChanged(({ entityId }) => forget((key) => key.startsWith(`${entityId}/`)));

  const router = strictRouter();
  methods(router, '/cursors', about('project'), {
    post: [
      jsonOnly,
      json(),
      async (request, response) => {
        const input = body(request, move);
        const { actor } = callerOf(request);
        const now = clock.now();
        if (!pace.take(actor.sub, now.getTime()))
          throw new AppError('RESOURCE_EXHAUSTED', 'too_many_moves', 'Fewer moves a second, please.', {
            fields: { retry_after: '1' },
          });
        const projectId = idOrNone(input.project_id);
        const key = `${actor.sub}/${projectId}`;
        if (!projectId) throw notFound('Project', 'project_id');
        if ((believed.get(key) ?? 0) <= now.getTime()) {
          const { roles } = await project.checkAccess({ projectIds: [projectId] }, parentOf(request));
          if (roles[projectId] === undefined) throw notFound('Project', 'project_id');
          believed.note(key, now.getTime() + BELIEVED_MS);
        }
        const said: Cursor = {
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
        broker.broadcast(cursorSubject(projectId), said);
        response.json({ success: true });
      },
    ],
  });
  return { router, close: () => unwatches.forEach((unwatch) => unwatch()) };
}
