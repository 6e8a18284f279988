import {
  LRUCache,
  notAuthorized,
  notFound,
  watchEvents,
  type Broker,
  type CallContext,
  type Client,
} from '@symbio/kit';
import { accessEvents, projectEvents, type ProjectServiceService } from '@symbio/proto/project';
import { atLeast } from './roles.js';
import { isProjectRole, type ProjectRole } from '@symbio/proto/project/vocabulary';

/** Milliseconds an answer is kept. Changes of access end it at once; this bounds what a lost message could do. */
const CACHE_MS = 15_000;
/** Answers kept at most, of each of the two questions. */
const CACHE_ENTRIES = 10_000;
/** Projects in all kept lists together, at most. */
const CACHE_LISTED = 500_000;
/** How long, and by which clock: looked up at each call, so that tests can move it. */
const ageing = { ttl: CACHE_MS, perf: { now: () => performance.now() } };

/** The projects a caller may see: all there are (administrators, processes of ours), all but some that were deleted, or these ids. */
export type VisibleProjects = 'all' | { except: readonly string[] } | readonly string[];

/** The part of a query that narrows rows with a `projectId` to these projects. */
export const inProjects = (
  projects: VisibleProjects,
): { projectId?: string | { $in: string[] } | { $nin: string[] } } => {
  if (projects === 'all') return {};
  if ('except' in projects) return { projectId: { $nin: [...projects.except] } };
  const [only, ...others] = projects;
  return { projectId: only !== undefined && others.length === 0 ? only : { $in: [...projects] } };
};

/** Whether a project is among those a caller may see. */
export const isAmong = (projects: VisibleProjects, projectId: string): boolean =>
  projects === 'all' || ('except' in projects ? !projects.except.includes(projectId) : projects.includes(projectId));

export interface ProjectAccess {
  /**
   * The caller's role in a project. Processes of ours act as admin: their authority is their own token.
   * @param what what the caller asked for, named by the error: a thing in a project the caller may not see must not be
   * told apart from one that does not exist
   * @throws AppError NOT_FOUND when the project does not exist for the caller, PERMISSION_DENIED when the role is too weak.
   */
  require(
    context: CallContext,
    projectId: string,
    needed: ProjectRole,
    what?: string,
    field?: string,
  ): Promise<ProjectRole>;
  /** The projects the caller may see, whatever the role. Costs what the caller has, not what there is. */
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

/** How many projects a list names, few or many. */
const namedIn = (visible: VisibleProjects): number =>
  visible === 'all' ? 0 : ('except' in visible ? visible.except : visible).length;

/** Who an event is about, as far as its data says: the member of an access event, the creator of a new project. */
function personOf(data: unknown): string | undefined {
  const { userId, project } = (data ?? {}) as { userId?: unknown; project?: { createdBy?: unknown } };
  const person = userId ?? project?.createdBy;
  return typeof person === 'string' ? person : undefined;
}

/** Access as the project service says it is, kept for a moment and forgotten when access changes. */
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

  /** @param person whose access changed, with all of their keys; undefined: that of anybody */
  function forget(projectId: string, person: string | undefined): void {
    changes++;
    const isMeant = (sub: string): boolean => person === undefined || sub === person;
    for (const [key, known] of roles.entries())
      if (known.projectId === projectId && isMeant(known.sub)) roles.delete(key);
    for (const [key, { sub }] of lists.entries()) if (isMeant(sub)) lists.delete(key);
  }
  for (const type of [accessEvents.changed, projectEvents.created])
    watchEvents(broker, type, ({ scope, data }) => forget(scope, personOf(data)));
  // these change what everybody sees who is in the project, and all who see everything
  for (const type of [projectEvents.deleted, projectEvents.restored, projectEvents.erased])
    watchEvents(broker, type, ({ scope }) => forget(scope, undefined));
  // what changed while nothing was heard is not known
  broker.onReconnect(() => {
    changes++;
    roles.clear();
    lists.clear();
  });

  /** API keys see less than their owner, and an administrator who no longer is one less than before: both are part of who asks. */
  const callerOf = ({ actor }: CallContext): string =>
    `${actor.via}:${actor.sub}:${actor.role}:${actor.scopes.join(',')}`;

  /** The answer that is kept, or a new one. One that access changed under while it was under way serves this call only. */
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
