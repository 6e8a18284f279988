import { jest } from '@jest/globals';
import { AppError, createLogger, serviceActor, type Actor } from '@symbio/runtime';
import type { Broker } from '@symbio/events';
import type { CallContext } from '@symbio/rpc';
import { administrator, person } from '@symbio/runtime/testing';
import { accessEvents, projectEvents, type CheckAccessRequest } from '@symbio/proto/project';
import { inProjects, isAmong, projectAccess } from './access.js';

const context = (actor: Actor): CallContext => ({
  actor,
  token: 'token',
  requestId: 'request',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  log: createLogger({ name: 'test', level: 'silent' }),
});

/** Project service with given roles by user and project, and a fake broker. */
function setUp(known: Record<string, Record<string, string>>) {
  const removed: string[] = [];
  const watchers: { pattern: RegExp; handle: (subject: string, body: unknown) => void }[] = [];
  const checkAccess = jest.fn((request: Partial<CheckAccessRequest>, { actor }: { actor: Actor }) => {
    const mine = known[actor.sub] ?? {};
    const roles = Object.fromEntries((request.projectIds ?? []).flatMap((id) => (mine[id] ? [[id, mine[id]]] : [])));
    return Promise.resolve({ roles });
  });
  const listVisibleProjects = jest.fn((_request: object, { actor: { sub, role } }: { actor: Actor }) =>
    Promise.resolve(
      role === 'administrator'
        ? { all: true, roles: {}, removedIds: removed }
        : { all: false, roles: known[sub] ?? {}, removedIds: [] },
    ),
  );
  const reconnected: (() => void)[] = [];
  const broker: Pick<Broker, 'watch' | 'onReconnect'> = {
    onReconnect(listener) {
      reconnected.push(listener);
      return () => undefined;
    },
    watch(subject, handle) {
      watchers.push({ pattern: new RegExp(`^${subject.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`), handle });
      return () => undefined;
    },
  };
  const publish = (subject: string, data: unknown = {}): void => {
    for (const { pattern, handle } of watchers) if (pattern.test(subject)) handle(subject, { data });
  };
  const client = { checkAccess, listVisibleProjects };
  const reconnect = (): void => reconnected.forEach((listener) => listener());
  const access = projectAccess(client as never, broker);
  return { access, checkAccess, listVisibleProjects, publish, reconnect, known, removed };
}

const ann = person({ sub: 'ann' });
const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'OK',
    (error: AppError) => `${error.code}: ${error.message}`,
  );

afterEach(() => {
  jest.useRealTimers();
});

describe('Access to a project', () => {
  it('is the answer of the project service', async () => {
    const { access } = setUp({ ann: { p1: 'editor' } });
    await expect(access.require(context(ann), 'p1', 'viewer')).resolves.toBe('editor');
    await expect(access.require(context(ann), 'p1', 'editor')).resolves.toBe('editor');
  });

  it('is refused if the role is too weak', async () => {
    const { access } = setUp({ ann: { p1: 'viewer' } });
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toBe('PERMISSION_DENIED: Not authorized');
  });

  it('does not distinguish an invisible project from a missing one (AUTH-37)', async () => {
    const { access } = setUp({ ann: { p1: 'editor' }, bob: { p2: 'editor' } });
    expect(await code(access.require(context(ann), 'p2', 'viewer'))).toBe('NOT_FOUND: Project not found');
    expect(await code(access.require(context(ann), 'p9', 'viewer'))).toBe('NOT_FOUND: Project not found');
    expect(await code(access.require(context(ann), '', 'viewer'))).toBe('NOT_FOUND: Project not found');
  });

  it('is requested again when events may have been missed', async () => {
    const { access, known, reconnect } = setUp({ ann: { p1: 'editor' } });
    await access.require(context(ann), 'p1', 'editor');
    await access.visible(context(ann));
    known['ann'] = {};
    reconnect();
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toBe('NOT_FOUND: Project not found');
    expect(await access.visible(context(ann))).toEqual([]);
  });

  it('names the requested thing in its error', async () => {
    const { access } = setUp({});
    expect(await code(access.require(context(ann), 'p1', 'viewer', 'Annotation'))).toBe(
      'NOT_FOUND: Annotation not found',
    );
    await expect(access.require(context(ann), 'p1', 'viewer', 'Feature', 'feature_id')).rejects.toMatchObject({
      fields: { feature_id: 'Feature not found' },
    });
  });

  it('is refused for an unknown role', async () => {
    const { access } = setUp({ ann: { p1: 'emperor' } });
    expect(await code(access.require(context(ann), 'p1', 'viewer'))).toMatch(/^NOT_FOUND/);
  });

  it('is unrestricted for service processes, without a request', async () => {
    const { access, checkAccess, listVisibleProjects } = setUp({});
    const self = context(serviceActor('document'));
    await expect(access.require(self, 'p1', 'admin')).resolves.toBe('admin');
    await expect(access.visible(self)).resolves.toBe('all');
    expect(checkAccess).not.toHaveBeenCalled();
    expect(listVisibleProjects).not.toHaveBeenCalled();
  });
});

describe('The projects a caller may see', () => {
  it('are those with a role, or all of them', async () => {
    const { access } = setUp({ ann: { p1: 'viewer', p2: 'emperor', p3: 'owner' } });
    await expect(access.visible(context(ann))).resolves.toEqual(['p1', 'p3']);
    await expect(access.visible(context(person()))).resolves.toEqual([]);
    await expect(access.visible(context(administrator()))).resolves.toBe('all');
  });

  it('are all but the deleted ones for administrators, updated at once', async () => {
    const { access, removed, publish } = setUp({});
    const asked = () => access.visible(context(administrator()));
    expect(await asked()).toBe('all');
    removed.push('p1');
    publish(projectEvents.deleted.subject('p1'), { project: { createdBy: 'bob' } });
    expect(await asked()).toEqual({ except: ['p1'] });
    expect([isAmong(await asked(), 'p1'), isAmong(await asked(), 'p2')]).toEqual([false, true]);
    removed.pop();
    publish(projectEvents.restored.subject('p1'), { project: { createdBy: 'bob' } });
    expect(await asked()).toBe('all');
  });

  it.each([
    ['all', {}],
    [{ except: ['p1'] }, { projectId: { $nin: ['p1'] } }],
    [[], { projectId: { $in: [] } }],
    [['p1'], { projectId: 'p1' }],
    [['p1', 'p2'], { projectId: { $in: ['p1', 'p2'] } }],
  ] as const)('%j narrow a query to %j', (projects, part) => {
    expect(inProjects(projects)).toEqual(part);
  });
});

type SetUp = ReturnType<typeof setUp>;
const QUESTIONS = {
  'a role in a project': {
    ask: ({ access }: SetUp, actor: Actor = ann) => code(access.require(context(actor), 'p1', 'viewer')),
    mock: ({ checkAccess }: SetUp) => checkAccess,
    answer: { roles: { p1: 'editor' } },
    yes: 'OK',
    no: 'NOT_FOUND: Project not found',
  },
  'the projects one may see': {
    ask: async ({ access }: SetUp, actor: Actor = ann) => {
      const failed = (error: AppError) => `${error.code}: ${error.message}`;
      return access.visible(context(actor)).then((some) => (isAmong(some, 'p1') ? 'OK' : 'none'), failed);
    },
    mock: ({ listVisibleProjects }: SetUp) => listVisibleProjects,
    answer: { all: false, roles: { p1: 'editor' }, removedIds: [] },
    yes: 'OK',
    no: 'none',
  },
};

describe.each(Object.entries(QUESTIONS))('The cache of %s', (_, { ask, mock, answer, yes, no }) => {
  it('avoids repeated requests, also for refusals', async () => {
    const some = setUp({ ann: { p1: 'viewer' } });
    for (let n = 0; n < 3; n++) {
      expect(await ask(some)).toBe(yes);
      expect(await ask(some, person({ sub: 'bob' }))).toBe(no);
    }
    expect(mock(some)).toHaveBeenCalledTimes(2);
  });

  it('is separate per caller, and for an API key from its owner', async () => {
    const some = setUp({ ann: { p1: 'viewer' } });
    const key = person({ sub: 'ann', via: 'api_key', scopes: ['p1'] });
    const otherKey = person({ sub: 'ann', via: 'api_key', scopes: ['p2'] });
    for (const actor of [ann, key, otherKey, person({ sub: 'bob' })]) await ask(some, actor);
    expect(mock(some)).toHaveBeenCalledTimes(4);
  });

  it("is invalidated at once when a person's role changes (AUTH-36)", async () => {
    const some = setUp({ ann: { p1: 'admin' } });
    const administrators = person({ sub: 'ann', role: 'administrator' });
    await ask(some, administrators);
    some.known['ann'] = {};
    expect(await ask(some, { ...administrators, role: 'customer' })).toBe(no);
  });

  it.each([
    [accessEvents.changed.subject('p1'), { projectId: 'p1', userId: 'ann', role: '' }],
    // a sample no more: about everybody
    [accessEvents.changed.subject('p1'), { projectId: 'p1', userId: '', role: '' }],
    [projectEvents.deleted.subject('p1'), { project: { id: 'p1', createdBy: 'bob' } }],
    [projectEvents.erased.subject('p1'), { project: { id: 'p1', createdBy: 'bob' } }],
  ])('is invalidated at once on %s', async (subject, data) => {
    const some = setUp({ ann: { p1: 'editor' } });
    expect(await ask(some)).toBe(yes);
    some.known['ann'] = {};
    some.publish(subject, data);
    expect(await ask(some)).toBe(no);
  });

  it.each([
    [accessEvents.changed.subject('p1'), { projectId: 'p1', userId: 'ann', role: 'viewer' }],
    [projectEvents.created.subject('p1'), { project: { id: 'p1', createdBy: 'ann' } }],
    // about all members
    [projectEvents.restored.subject('p1'), { project: { id: 'p1', createdBy: 'bob' } }],
  ])('does not hide what became visible with %s', async (subject, data) => {
    const some = setUp({});
    expect(await ask(some)).toBe(no);
    some.known['ann'] = { p1: 'viewer' };
    some.publish(subject, data);
    expect(await ask(some)).toBe(yes);
  });

  it('survives access events of other people and changes of projects', async () => {
    const some = setUp({ ann: { p1: 'editor' } });
    await ask(some);
    some.publish(accessEvents.changed.subject('p2'), { projectId: 'p2', userId: 'bob', role: 'viewer' });
    some.publish(projectEvents.created.subject('p3'), { project: { id: 'p3', createdBy: 'bob' } });
    some.publish(projectEvents.changed.subject('p1'), { project: { id: 'p1', createdBy: 'bob' } });
    await ask(some);
    expect(mock(some)).toHaveBeenCalledTimes(1);
  });

  it.each(['owner', ''])('survives another member getting the role %j in the same project', async (role) => {
    const some = setUp({ ann: { p1: 'editor' } });
    await ask(some);
    some.publish(accessEvents.changed.subject('p1'), { projectId: 'p1', userId: 'bob', role });
    await ask(some);
    expect(mock(some)).toHaveBeenCalledTimes(1);
  });

  it("is invalidated together with the entries of the person's keys", async () => {
    const some = setUp({ ann: { p1: 'editor' } });
    const key = person({ sub: 'ann', via: 'api_key', scopes: ['p1'] });
    expect(await ask(some, key)).toBe(yes);
    some.known['ann'] = {};
    some.publish(accessEvents.changed.subject('p1'), { projectId: 'p1', userId: 'ann', role: '' });
    expect(await ask(some, key)).toBe(no);
  });

  it('is invalidated when an event does not name its person', async () => {
    const some = setUp({ ann: { p1: 'editor' } });
    await ask(some);
    some.known['ann'] = {};
    some.publish(accessEvents.changed.subject('p1'), null);
    expect(await ask(some)).toBe(no);
  });

  it('does not keep an answer invalidated while pending', async () => {
    const some = setUp({});
    mock(some).mockImplementationOnce(() => {
      some.publish(accessEvents.changed.subject('p1'), { projectId: 'p1', userId: 'ann', role: '' });
      return Promise.resolve(answer as never);
    });
    expect(await ask(some)).toBe(yes);
    expect(await ask(some)).toBe(no);
  });

  it('does not keep an answer requested while events may have been missed', async () => {
    const some = setUp({});
    mock(some).mockImplementationOnce(() => {
      some.reconnect();
      return Promise.resolve(answer as never);
    });
    expect(await ask(some)).toBe(yes);
    expect(await ask(some)).toBe(no);
  });

  it('expires even without an event', async () => {
    jest.useFakeTimers();
    // lru-cache treats time 0 as unset
    jest.advanceTimersByTime(1);
    const some = setUp({ ann: { p1: 'editor' } });
    await ask(some);
    some.known['ann'] = {};
    jest.advanceTimersByTime(15_001);
    expect(await ask(some)).toBe(no);
  });

  it('does not keep failures: they are requested again', async () => {
    const some = setUp({ ann: { p1: 'editor' } });
    mock(some).mockRejectedValueOnce(new AppError('UNAVAILABLE', 'unavailable', 'Away'));
    expect(await ask(some)).toBe('UNAVAILABLE: Away');
    expect(await ask(some)).toBe(yes);
  });
});
