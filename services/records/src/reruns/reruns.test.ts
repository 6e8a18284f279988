import { AppError, createLogger, newId, serviceActor } from '@symbio/runtime';
import { Project } from '@symbio/proto/project';
import type { RerunRow } from './model.js';
import { createReruns } from './reruns.js';

const clock = { now: () => new Date('2026-11-28T12:00:00Z') };

interface World {
  rows: RerunRow[];
  search: (projectId: string) => Promise<void>;
  projects?: Record<string, Partial<Project>>;
}

/** @returns ids of projects that were searched, and of rows that are done */
async function swept({ rows, search, projects = {} }: World) {
  const [searched, done]: [string[], string[]] = [[], []];
  const waiting = [...rows];
  const reruns = createReruns({
    reruns: {
      ask: () => Promise.resolve(),
      claim: () => Promise.resolve(waiting.shift()),
      done: ({ _id }) => Promise.resolve(void done.push(_id)),
    },
    searches: {
      isSearched: () => Promise.resolve(true),
      isOutdated: (projectId) => Promise.resolve(projectId !== 'same'),
      search: async (_id, projectId) => {
        searched.push(projectId);
        await search(projectId);
        return undefined as never;
      },
    },
    projects: {
      getProject: ({ id }) => Promise.resolve({ project: Project.fromPartial({ id, ...projects[id ?? ''] }) }),
    },
    asSelf: () => Promise.resolve({ token: '', requestId: newId() }),
    self: serviceActor('records'),
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  await reruns.sweep(new AbortController().signal);
  return { searched, done: done.sort() };
}

const row = (_id: string, tries = 1): RerunRow => ({
  ...{ _id, tries, firstAt: clock.now(), askedAt: clock.now(), due: clock.now(), lookedAt: clock.now() },
});

describe('waiting projects', () => {
  it('are searched two at a time', async () => {
    let [now, most] = [0, 0];
    const search = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    };
    const rows = Array.from({ length: 9 }, (_, at) => row(`p${at}`));
    expect((await swept({ rows, search })).done).toHaveLength(9);
    expect(most).toBe(2);
  });

  it('are left alone if they are completed, deleted, or if nothing changed', async () => {
    const rows = ['completed', 'deleted', 'same', 'open'].map((id) => row(id));
    const projects = { completed: { status: 'completed' }, deleted: { purgeAt: clock.now() } };
    const result = await swept({ rows, projects, search: () => Promise.resolve() });
    expect(result).toEqual({ searched: ['open'], done: ['completed', 'deleted', 'open', 'same'] });
  });

  it('are tried again after a failure, a few times, and not after a refusal', async () => {
    const search = (projectId: string) =>
      Promise.reject(
        projectId === 'refused'
          ? new AppError('FAILED_PRECONDITION', 'too_many_records', 'Too many.')
          : new Error('down'),
      );
    expect((await swept({ rows: [row('down'), row('refused'), row('given-up', 5)], search })).done).toEqual([
      'given-up',
      'refused',
    ]);
  });
});
