import { jest } from '@jest/globals';
import { AppError } from '@symbio/runtime';
import type { Broker } from '@symbio/events';
import type { CallParent } from '@symbio/rpc';
import { projectEvents } from '@symbio/proto/project';
import { removedProjects } from './removed-projects.js';

function setUp() {
  const removed: string[] = [];
  const watchers = new Map<string, (subject: string, body: unknown) => void>();
  const reconnected: (() => void)[] = [];
  const ask = jest.fn(() => Promise.resolve({ all: true, roles: {}, removedIds: [...removed] }));
  const broker: Pick<Broker, 'watch' | 'onReconnect'> = {
    watch: (subject, handle) => {
      watchers.set(subject, handle);
      return () => undefined;
    },
    onReconnect: (listener) => {
      reconnected.push(listener);
      return () => undefined;
    },
  };
  const happens = (type: { filter(): string; subject(scope: string): string }): void =>
    watchers.get(type.filter())?.(type.subject('p1'), { data: {} });
  const asSelf = (): Promise<CallParent> => Promise.resolve({ token: 'own', requestId: 'r' });
  return {
    projects: removedProjects({ listVisibleProjects: ask }, broker, asSelf),
    removed,
    ask,
    happens,
    reconnect: () => reconnected.forEach((listener) => listener()),
  };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('deleted projects, for work without a caller', () => {
  it('are requested once, and updated at once on deletion and restore', async () => {
    const { projects, removed, ask, happens } = setUp();
    const told: boolean[] = [];
    projects.onChange(() => void projects.has('p1').then((is) => told.push(is)));
    expect(await Promise.all([projects.has('p1'), projects.has('p1'), projects.ids()])).toEqual([false, false, []]);
    expect(ask).toHaveBeenCalledTimes(1);
    removed.push('p1');
    expect(await projects.has('p1')).toBe(false);
    happens(projectEvents.deleted);
    expect(await projects.has('p1')).toBe(true);
    removed.pop();
    happens(projectEvents.restored);
    expect(await projects.ids()).toEqual([]);
    expect(told).toEqual([true, false]);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('are requested again when events may have been missed, and after the cache expires', async () => {
    jest.useFakeTimers();
    const { projects, ask, reconnect } = setUp();
    const told = jest.fn();
    projects.onChange(told);
    await projects.ids();
    reconnect();
    expect(told).toHaveBeenCalledTimes(1);
    await projects.ids();
    jest.advanceTimersByTime(15_001);
    await projects.ids();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('are not cached when a project is deleted during the request', async () => {
    const { projects, removed, ask, happens } = setUp();
    ask.mockImplementationOnce(() => {
      removed.push('p1');
      happens(projectEvents.deleted);
      return Promise.resolve({ all: true, roles: {}, removedIds: [] });
    });
    await projects.ids();
    expect(await projects.ids()).toEqual(['p1']);
  });

  it('keep the last answer while the project service is unavailable, and are requested again', async () => {
    const { projects, removed, ask, happens } = setUp();
    const away = (): Promise<never> => Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away'));
    ask.mockImplementationOnce(away);
    await expect(projects.ids()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    removed.push('p1');
    expect(await projects.ids()).toEqual(['p1']);
    removed.pop();
    happens(projectEvents.restored);
    ask.mockImplementationOnce(away);
    expect(await projects.ids()).toEqual(['p1']);
    expect(await projects.ids()).toEqual([]);
  });
});
