import type { JobRow } from './model.js';
import type { Queue } from './job-types.js';
import { createProjectRounds, nextRound, ROUND_MS } from './project-rounds.js';

type Waiting = Pick<JobRow, '_id' | 'projectId' | 'turn' | 'scheduledAt' | 'priority' | 'type'>;
const queue: Queue = { type: 'background-analyze-pages', priority: 7 };

/** Waiting jobs behind a fake repository. */
function fakeQueue() {
  const rows: Waiting[] = [];
  let made = 0;
  const inQueue = ({ type, priority }: Queue) =>
    rows
      .filter((row) => row.type === type && row.priority === priority)
      .sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0) || a.scheduledAt.getTime() - b.scheduledAt.getTime());
  const pausedProjects: string[] = [];
  const repository: Parameters<typeof createProjectRounds>[0] = {
    nextOf: (which, others) =>
      Promise.resolve(inQueue(which).find((row) => !others.includes(row.projectId)) as JobRow | undefined),
    newestWaiting: (which, projectId) =>
      Promise.resolve(
        inQueue(which)
          .filter((row) => row.projectId === projectId)
          .at(-1) as JobRow | undefined,
      ),
    hasWaiting: ({ type, below, priority, notOf }, others) =>
      Promise.resolve(
        rows.some(
          (row) =>
            row.type === type &&
            (below === undefined ? row.priority === priority : row.priority < below) &&
            row.projectId !== notOf &&
            !others.includes(row.projectId),
        ),
      ),
  };
  const rounds = createProjectRounds(repository, {
    ids: () => Promise.resolve(pausedProjects),
    has: (projectId) => Promise.resolve(pausedProjects.includes(projectId)),
  });
  return {
    rounds,
    /** Ids of deleted projects. */
    pausedProjects,
    async add(projectId: string, count = 1, which = queue) {
      for (let index = 1; index <= count; index++) {
        const turn = await rounds.roundOf(which, projectId);
        made++;
        rows.push({ _id: `${projectId}${made}`, projectId, turn, scheduledAt: new Date(made), ...which });
      }
    },
    /** Projects in the order of starting. */
    async take(count: number) {
      const taken: string[] = [];
      for (let index = 0; index < count; index++) {
        const row = await rounds.next(queue);
        if (!row) break;
        rows.splice(rows.indexOf(row), 1);
        taken.push(row.projectId);
      }
      return taken.join('');
    },
  };
}

describe('whose turn it is among jobs of one type and priority', () => {
  it('the single document of another project passes a batch, whose own order stays', async () => {
    const room = fakeQueue();
    await room.add('A', 6);
    expect(await room.take(2)).toBe('AA');
    await room.add('B');
    expect(await room.take(9)).toBe('ABAAA');
  });

  it('two batches alternate, also when one came later', async () => {
    const room = fakeQueue();
    await room.add('A', 5);
    await room.add('B', 4);
    expect(await room.take(9)).toBe('ABABABABA');
  });

  it('one project that brings a document after the other does not keep a batch from its rounds', async () => {
    const room = fakeQueue();
    await room.add('A', 3);
    let taken = '';
    for (let index = 0; index < 5; index++) {
      await room.add('B');
      taken += await room.take(1);
    }
    expect([...taken].filter((project) => project === 'A')).toHaveLength(3);
  });

  it('a batch that has waited alone owes nothing to those that come later', () => {
    expect(nextRound({ lowest: undefined, last: undefined })).toBe(0);
    expect(nextRound({ lowest: 40, last: undefined })).toBe(40);
    expect(nextRound({ lowest: 40, last: 41 })).toBe(42);
  });

  it('a running job gives way to a more urgent one at once, to another project after a minute, to its own never', async () => {
    const room = fakeQueue();
    const startedAt = new Date(0);
    const running = { ...queue, projectId: 'A', startedAt } as JobRow;
    const asked = (ms: number) => room.rounds.shouldYield(running, new Date(ms));
    await room.add('A', 2);
    expect(await asked(10 * ROUND_MS)).toBe(false);
    await room.add('B');
    expect([await asked(ROUND_MS - 1), await asked(ROUND_MS)]).toEqual([false, true]);
    expect(await room.rounds.roundAfterCurrent(queue)).toBe(1);
    await room.add('C', 1, { ...queue, priority: 3 });
    expect(await asked(0)).toBe(true);
  });

  it('jobs of a deleted project rest: others have their rounds, nothing gives way to them, and a running one stops', async () => {
    const room = fakeQueue();
    const asked = () =>
      room.rounds.shouldYield({ ...queue, projectId: 'B', startedAt: new Date(0) } as JobRow, new Date(0));
    await room.add('A', 2);
    await room.add('A', 1, { ...queue, priority: 3 });
    expect(await asked()).toBe(true);
    room.pausedProjects.push('A');
    expect(await asked()).toBe(false);
    await room.add('B', 2);
    expect(await room.take(9)).toBe('BB');
    room.pausedProjects.push('B');
    expect(await asked()).toBe(true);
    room.pausedProjects.length = 0;
    expect(await room.take(9)).toBe('AA');
  });
});
