import { jest } from '@jest/globals';
import { AppError, createLogger, serviceActor, type Actor, type Broker, type CallContext } from '@symbio/kit';
import { person } from '@symbio/kit/testing';
import type { CheckAccessRequest } from '@symbio/proto/project';
import { projectAccess } from './access.js';

const context = (actor: Actor): CallContext => ({
  actor,
  token: 'token',
  requestId: 'request',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  log: createLogger({ name: 'test', level: 'silent' }),
});

/** A project service that knows some roles by user and project, and a broker that tests speak through. */
function setUp(known: Record<string, Record<string, string>>) {
  const watchers: { pattern: RegExp; handle: (subject: string, body: unknown) => void }[] = [];
  const checkAccess = jest.fn((request: Partial<CheckAccessRequest>, { actor }: { actor: Actor }) => {
    const mine = known[actor.sub] ?? {};
    const roles = Object.fromEntries((request.projectIds ?? []).flatMap((id) => (mine[id] ? [[id, mine[id]]] : [])));
    return Promise.resolve({ roles });
  });
  const broker: Pick<Broker, 'watch'> = {
    watch(subject, handle) {
      watchers.push({ pattern: new RegExp(`^${subject.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`), handle });
      return () => undefined;
    },
  };
  const publish = (subject: string): void => {
    for (const { pattern, handle } of watchers) if (pattern.test(subject)) handle(subject, {});
  };
  return { access: projectAccess({ checkAccess } as never, broker as Broker), checkAccess, publish, known };
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
  it('is what the project service says', async () => {
    const { access } = setUp({ ann: { p1: 'editor' } });
    await expect(access.require(context(ann), 'p1', 'viewer')).resolves.toBe('editor');
    await expect(access.require(context(ann), 'p1', 'editor')).resolves.toBe('editor');
  });

  it('is refused to a role that is too weak', async () => {
    const { access } = setUp({ ann: { p1: 'viewer' } });
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toBe('PERMISSION_DENIED: Not authorized');
  });

  it('does not tell a project one may not see from one that does not exist (AUTH-37)', async () => {
    const { access } = setUp({ ann: { p1: 'editor' }, bob: { p2: 'editor' } });
    expect(await code(access.require(context(ann), 'p2', 'viewer'))).toBe('NOT_FOUND: Project not found');
    expect(await code(access.require(context(ann), 'p9', 'viewer'))).toBe('NOT_FOUND: Project not found');
    expect(await code(access.require(context(ann), '', 'viewer'))).toBe('NOT_FOUND: Project not found');
  });

  it('names what was asked for in its refusal', async () => {
    const { access } = setUp({});
    expect(await code(access.require(context(ann), 'p1', 'viewer', 'Annotation'))).toBe(
      'NOT_FOUND: Annotation not found',
    );
  });

  it('is not had through a role nobody knows', async () => {
    const { access } = setUp({ ann: { p1: 'emperor' } });
    expect(await code(access.require(context(ann), 'p1', 'viewer'))).toMatch(/^NOT_FOUND/);
  });

  it('is full for processes of ours, without asking', async () => {
    const { access, checkAccess } = setUp({});
    const self = context(serviceActor('document'));
    await expect(access.require(self, 'p1', 'admin')).resolves.toBe('admin');
    await expect(access.visible(self, ['p1', 'p2'])).resolves.toEqual(new Set(['p1', 'p2']));
    expect(checkAccess).not.toHaveBeenCalled();
  });

  it('picks the visible ones among projects in one question', async () => {
    const { access, checkAccess } = setUp({ ann: { p1: 'viewer', p3: 'owner' } });
    await expect(access.visible(context(ann), ['p1', 'p2', 'p3'])).resolves.toEqual(new Set(['p1', 'p3']));
    expect(checkAccess).toHaveBeenCalledTimes(1);
    await expect(access.visible(context(ann), [])).resolves.toEqual(new Set());
    expect(checkAccess).toHaveBeenCalledTimes(1);
  });
});

describe('What is remembered of it', () => {
  it('saves asking again, also about what is not allowed', async () => {
    const { access, checkAccess } = setUp({ ann: { p1: 'viewer' } });
    for (let n = 0; n < 3; n++) await access.visible(context(ann), ['p1', 'p2']);
    expect(checkAccess).toHaveBeenCalledTimes(1);
  });

  it('asks only about what is not known yet', async () => {
    const { access, checkAccess } = setUp({ ann: { p1: 'viewer', p2: 'viewer' } });
    await access.visible(context(ann), ['p1']);
    await access.visible(context(ann), ['p1', 'p2']);
    expect(checkAccess.mock.calls.map(([request]) => request.projectIds)).toEqual([['p1'], ['p2']]);
  });

  it('is kept apart for each caller, and for an API key apart from its owner', async () => {
    const { access, checkAccess } = setUp({ ann: { p1: 'viewer' } });
    const key = person({ sub: 'ann', via: 'api_key', scopes: ['p1'] });
    const otherKey = person({ sub: 'ann', via: 'api_key', scopes: ['p2'] });
    for (const actor of [ann, key, otherKey, person({ sub: 'bob' })]) await access.visible(context(actor), ['p1']);
    expect(checkAccess).toHaveBeenCalledTimes(4);
  });

  it('is asked anew for somebody whose role is another, at once (AUTH-36)', async () => {
    const { access, known } = setUp({ ann: { p1: 'admin' } });
    const administrator = person({ sub: 'ann', role: 'administrator' });
    await expect(access.require(context(administrator), 'p1', 'owner')).resolves.toBe('admin');
    known['ann'] = {};
    expect(await code(access.require(context({ ...administrator, role: 'customer' }), 'p1', 'viewer'))).toMatch(
      /^NOT_FOUND/,
    );
  });

  it.each(['symbio.evt.project.v1.access.changed.p1', 'symbio.evt.project.v1.project.deleted.p1'])(
    'is forgotten at once on %s',
    async (subject) => {
      const { access, publish, known } = setUp({ ann: { p1: 'editor', p2: 'editor' } });
      await access.visible(context(ann), ['p1', 'p2']);
      known['ann'] = {};
      publish(subject);
      expect(await code(access.require(context(ann), 'p1', 'viewer'))).toMatch(/^NOT_FOUND/);
      // of the other project nobody said anything
      await expect(access.require(context(ann), 'p2', 'editor')).resolves.toBe('editor');
    },
  );

  it('is not an answer that access changed under', async () => {
    const { access, publish, known, checkAccess } = setUp({});
    checkAccess.mockImplementationOnce(() => {
      publish('symbio.evt.project.v1.access.changed.p1');
      return Promise.resolve({ roles: { p1: 'editor' } });
    });
    await expect(access.require(context(ann), 'p1', 'editor')).resolves.toBe('editor');
    known['ann'] = {};
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toMatch(/^NOT_FOUND/);
  });

  it('is forgotten in time even when nobody tells', async () => {
    jest.useFakeTimers();
    const { access, known } = setUp({ ann: { p1: 'editor' } });
    await access.require(context(ann), 'p1', 'editor');
    known['ann'] = {};
    jest.advanceTimersByTime(15_001);
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toMatch(/^NOT_FOUND/);
  });

  it('is not an answer that never came: a failed question is asked again', async () => {
    const { access, checkAccess } = setUp({ ann: { p1: 'editor' } });
    checkAccess.mockRejectedValueOnce(new AppError('UNAVAILABLE', 'unavailable', 'Away'));
    expect(await code(access.require(context(ann), 'p1', 'editor'))).toBe('UNAVAILABLE: Away');
    await expect(access.require(context(ann), 'p1', 'editor')).resolves.toBe('editor');
  });
});
