import { app } from '@symbio/api';
import { notFound, type Clock } from '@symbio/runtime';
import type { Broker } from '@symbio/events';
import type { Clients } from '../clients.js';
import { idOrNone } from '../http/request.js';
import { route, type Route } from '../http/serve.js';

export const PRESENCE_SUBJECTS = 'symbio.presence.v1.>';
const subjectOf = (projectId: string): string => `symbio.presence.v1.${projectId}`;

/** Milliseconds after which a window counts as gone; browsers send every 15 seconds. */
export const PRESENCE_MS = 40_000;
const MAX_PRESENT = 200;

/** Window's location, as sent to browsers. */
export interface Presence {
  entity: 'presence';
  verb: 'here' | 'left';
  id: string;
  user_id: string;
  name: string;
  project_id: string;
  document_id: string | null;
  document_page_id: string | null;
  at: string;
}

export class PresenceRegistry {
  readonly #projects = new Map<string, Map<string, Presence>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  record(presence: Presence): void {
    const windows = this.#projects.get(presence.project_id) ?? new Map<string, Presence>();
    windows.delete(presence.id);
    if (presence.verb === 'here') windows.set(presence.id, presence);
    for (const [id, { at }] of windows) {
      if (windows.size <= MAX_PRESENT && this.#isFresh(at)) break;
      windows.delete(id);
    }
    if (windows.size > 0) this.#projects.set(presence.project_id, windows);
    else this.#projects.delete(presence.project_id);
  }

  /** @returns their leave messages */
  removePerson(projectId: string, userId: string): Presence[] {
    const at = this.#clock.now().toISOString();
    const left = this.present(projectId)
      .filter(({ user_id }) => user_id === userId)
      .map((presence): Presence => ({ ...presence, verb: 'left', at }));
    for (const presence of left) this.record(presence);
    return left;
  }

  present(projectId: string): Presence[] {
    return [...(this.#projects.get(projectId)?.values() ?? [])].filter(({ at }) => this.#isFresh(at));
  }

  /** Page a window shows; null: none or unknown window. */
  pageOf(projectId: string, windowId: string): string | null {
    return this.#projects.get(projectId)?.get(windowId)?.document_page_id ?? null;
  }

  #isFresh(at: string): boolean {
    return this.#clock.now().getTime() - Date.parse(at) < PRESENCE_MS;
  }
}

/** POST /api/presence: the caller's location in a project, sent to its subscribers (GET /api/events); never stored. */
export const presence = (
  { project }: Pick<Clients, 'project'>,
  broker: Pick<Broker, 'broadcast'>,
  clock: Clock,
): Route[] => [
  route(app.live.reportPresence, async ({ body: input }, { parent, caller: { actor } }) => {
    const projectId = idOrNone(input.project_id);
    const { roles, sampleIds } = await project.checkAccess({ projectIds: [projectId] }, parent);
    if (!projectId || roles[projectId] === undefined) throw notFound('Project', 'project_id');
    const presence: Presence = {
      entity: 'presence',
      verb: input.left ? 'left' : 'here',
      // window ids are prefixed with the user id to prevent impersonation
      id: `${actor.sub}/${input.window_id}`,
      user_id: actor.sub,
      name: actor.name,
      project_id: projectId,
      document_id: idOrNone(input.document_id ?? undefined) || null,
      document_page_id: idOrNone(input.document_page_id ?? undefined) || null,
      at: clock.now().toISOString(),
    };
    // visitors of a sample are of different firms
    if (!sampleIds.includes(projectId)) broker.broadcast(subjectOf(projectId), presence);
    return { success: true as const };
  }),
];
