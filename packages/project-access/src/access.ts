import { LRUCache, notAuthorized, notFound } from '@symbio/runtime';
import { watchEvents, type Broker } from '@symbio/events';
import type { CallContext, Client } from '@symbio/rpc';
import { accessEvents, projectEvents, type ProjectServiceService } from '@symbio/proto/project';
import { atLeast } from './roles.js';
import { isProjectRole, type ProjectRole } from '@symbio/proto/project/vocabulary';

/** Cache lifetime in milliseconds. Access events invalidate it at once; this bounds the effect of a lost message. */
const CACHE_MS = 15_000;
const CACHE_ENTRIES = 10_000;
const CACHE_LISTED = 500_000;
/** Lifetime and clock; the clock is looked up per call, so tests can advance it. */
const ageing = { ttl: CACHE_MS, perf: { now: () => performance.now() } };

/**
 * Projects visible to a caller: all (administrators, service processes), all except some deleted ones, or these ids.
 */
export type VisibleProjects = 'all' | { except: readonly string[] } | readonly string[];

export const inProjects = (
  projects: VisibleProjects,
): { projectId?: string | { $in: string[] } | { $nin: string[] } } => {
  if (projects === 'all') return {};
  if ('except' in projects) return { projectId: { $nin: [...projects.except] } };
  const [only, ...others] = projects;
  return { projectId: only !== undefined && others.length === 0 ? only : { $in: [...projects] } };
};

export const isAmong = (projects: VisibleProjects, projectId: string): boolean =>
  projects === 'all' || ('except' in projects ? !projects.except.includes(projectId) : projects.includes(projectId));

export interface ProjectAccess {
  /**
   * Caller's role in a project. Service processes act as admin, authorized by their own token.
   * @param what name of the requested thing for the error: invisible and missing must be indistinguishable
   * @throws AppError NOT_FOUND when the project does not exist for the caller, PERMISSION_DENIED when the role is too
   * weak.
   */
  require(
    context: CallContext,
    projectId: string,
    needed: ProjectRole,
    what?: string,
    field?: string,
  ): Promise<ProjectRole>;
  /** In any role. Costs depend on the caller's projects, not on all. */
  visible(context: CallContext): Promise<VisibleProjects>;
}

interface KnownRole {
  sub: string;
  projectId: string;
  role: ProjectRole | undefined;
}

interface KnownList {
  sub: string;
  visible: VisibleProjects;
}

const namedIn = (visible: VisibleProjects): number =>
  visible === 'all' ? 0 : ('except' in visible ? visible.except : visible).length;

/** User of an event, if its data names one: the member of an access event, the creator of a new project. */
function personOf(data: unknown): string | undefined {
  const { userId, project } = (data ?? {}) as { userId?: unknown; project?: { createdBy?: unknown } };
  const person = userId ?? project?.createdBy;
  return typeof person === 'string' && person !== '' ? person : undefined;
}

/** Project access with a short-lived cache, invalidated by access events. */
export function projectAccess(
  projects: Pick<Client<typeof ProjectServiceService>, 'checkAccess' | 'listVisibleProjects'>,
  broker: Pick<Broker, 'watch' | 'onReconnect'>,
): ProjectAccess {
  const roles = new LRUCache<string, KnownRole>({ max: CACHE_ENTRIES, ...ageing });
  const lists = new LRUCache<string, KnownList>({
    max: CACHE_ENTRIES,
    maxSize: CACHE_LISTED,
    sizeCalculation: ({ visible }) => 1 + namedIn(visible),
    ...ageing,
  });
  let changes = 0;

  /** @param person whose access changed, with all their keys; undefined for everyone */
  function forget(projectId: string, person: string | undefined): void {
    changes++;
    const isMeant = (sub: string): boolean => person === undefined || sub === person;
    for (const [key, known] of roles.entries())
      if (known.projectId === projectId && isMeant(known.sub)) roles.delete(key);
    for (const [key, { sub }] of lists.entries()) if (isMeant(sub)) lists.delete(key);
  }
  for (const type of [accessEvents.changed, projectEvents.created])
    watchEvents(broker, type, ({ scope, data }) => forget(scope, personOf(data)));
  // these affect all members, and everyone who sees all projects
  for (const type of [projectEvents.deleted, projectEvents.restored, projectEvents.erased])
    watchEvents(broker, type, ({ scope }) => forget(scope, undefined));
  // events may have been missed while disconnected
  broker.onReconnect(() => {
    changes++;
    roles.clear();
    lists.clear();
  });

  /** Cache key of a caller: API keys see less than their owner, and a former administrator or colleague sees less. */
  const callerOf = ({ actor }: CallContext): string =>
    `${actor.via}:${actor.sub}:${actor.role}:${actor.organizationId ?? ''}:${actor.scopes.join(',')}`;

  /** Returns the cached answer, or requests one. An answer invalidated while pending is not cached. */
  async function kept<Answer extends object>(
    cache: LRUCache<string, Answer>,
    key: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const known = cache.get(key);
    if (known) return known;
    const changesBefore = changes;
    const answer = await ask();
    if (changes === changesBefore) cache.set(key, answer);
    return answer;
  }

  async function roleIn(context: CallContext, projectId: string): Promise<ProjectRole | undefined> {
    if (context.actor.via === 'service') return 'admin';
    const { role } = await kept(roles, `${callerOf(context)}/${projectId}`, async () => {
      const answer = (await projects.checkAccess({ projectIds: [projectId] }, context)).roles[projectId];
      return {
        sub: context.actor.sub,
        projectId,
        role: answer !== undefined && isProjectRole(answer) ? answer : undefined,
      };
    });
    return role;
  }

  return {
    async require(context, projectId, needed, what = 'Project', field) {
      const role = projectId ? await roleIn(context, projectId) : undefined;
      if (!role) throw notFound(what, field);
      if (!atLeast(role, needed)) throw notAuthorized();
      return role;
    },
    async visible(context) {
      if (context.actor.via === 'service') return 'all';
      const { visible } = await kept(lists, callerOf(context), async () => {
        const { all, roles: found, removedIds } = await projects.listVisibleProjects({}, context);
        const named = all ? removedIds : Object.keys(found).filter((id) => isProjectRole(found[id] ?? ''));
        const answer: VisibleProjects = !all ? named : named.length > 0 ? { except: named } : 'all';
        return { sub: context.actor.sub, visible: answer };
      });
      return visible;
    },
  };
}
