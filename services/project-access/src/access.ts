import { notAuthorized, notFound, parseSubject, type Broker, type CallContext, type Client } from '@symbio/kit';
import type { ProjectServiceService } from '@symbio/proto/project';
import { atLeast, isProjectRole, type ProjectRole } from './roles.js';

/** Milliseconds an answer is kept. Changes of access end it at once; this bounds what a lost message could do. */
const CACHE_MS = 15_000;
/** Answers kept at most. */
const CACHE_ENTRIES = 10_000;

export interface ProjectAccess {
  /**
   * The caller's role in a project. Processes of ours act as admin: their authority is their own token.
   * @param what what the caller asked for, named by the error: a thing in a project the caller may not see must not be
   * told apart from one that does not exist
   * @throws AppError NOT_FOUND when the project does not exist for the caller, PERMISSION_DENIED when the role is too weak.
   */
  require(context: CallContext, projectId: string, needed: ProjectRole, what?: string): Promise<ProjectRole>;
  /** Of these projects, those the caller may see. */
  visible(context: CallContext, projectIds: readonly string[]): Promise<Set<string>>;
}

interface Cached {
  role: ProjectRole | undefined;
  until: number;
}

/** Access as the project service tells it, kept for a moment and forgotten when access changes. */
export function projectAccess(
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccess'>,
  broker: Broker,
): ProjectAccess {
  const cache = new Map<string, Cached>();
  let changes = 0;
  const forget = (projectId: string): void => {
    changes++;
    for (const key of cache.keys()) if (key.endsWith(`/${projectId}`)) cache.delete(key);
  };
  for (const entity of ['access', 'project'])
    broker.watch(`symbio.evt.project.v1.${entity}.*.*`, (subject) => forget(parseSubject(subject).scope));

  /** API keys see less than their owner, and an administrator who no longer is one less than before: both are part of who asks. */
  const keyOf = ({ actor }: CallContext, projectId: string): string =>
    `${actor.via}:${actor.sub}:${actor.role}:${actor.scopes.join(',')}/${projectId}`;

  async function roles(context: CallContext, projectIds: readonly string[]): Promise<Map<string, ProjectRole>> {
    const known = new Map<string, ProjectRole>();
    if (context.actor.via === 'service') return new Map(projectIds.map((id) => [id, 'admin']));
    const unknown = new Set<string>();
    const now = Date.now();
    for (const id of projectIds) {
      const hit = cache.get(keyOf(context, id));
      if (!hit || hit.until < now) unknown.add(id);
      else if (hit.role) known.set(id, hit.role);
    }
    if (unknown.size === 0) return known;
    const changesBefore = changes;
    const answer = await projects.checkAccess({ projectIds: [...unknown] }, context);
    if (cache.size > CACHE_ENTRIES) cache.clear();
    for (const id of unknown) {
      const role = answer.roles[id];
      const valid = role !== undefined && isProjectRole(role) ? role : undefined;
      if (valid) known.set(id, valid);
      // access that changed while the answer was under way may have made it old: it serves this call only
      if (changes === changesBefore) cache.set(keyOf(context, id), { role: valid, until: now + CACHE_MS });
    }
    return known;
  }

  return {
    async require(context, projectId, needed, what = 'Project') {
      const role = projectId ? (await roles(context, [projectId])).get(projectId) : undefined;
      if (!role) throw notFound(what);
      if (!atLeast(role, needed)) throw notAuthorized();
      return role;
    },
    async visible(context, projectIds) {
      return new Set((await roles(context, projectIds)).keys());
    },
  };
}
