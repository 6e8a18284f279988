import { back, frozen, pause, running, slowestOf, type Drill } from '../drill.js';

/** Duration of a fault in seconds. */
const LASTS = 20;
/** Delay to and from a store in milliseconds, each way. */
const LATE_MS = 100;

/** All requests are slower, and none is refused. */
export const slowStores: Drill = {
  name: 'slow-stores',
  title: `MongoDB and NATS answer ${2 * LATE_MS} ms late`,
  async act(ground) {
    const { mongodb, nats } = ground.proxies;
    mongodb.slow(LATE_MS);
    nats.slow(LATE_MS);
    await pause(LASTS);
    await Promise.all([mongodb.mend(), nats.mend()]);
    const found = await back(ground, Date.now());
    return { note: `for ${LASTS} s`, ...found };
  },
};

/** Connections stay open without data: the worst network fault. */
export const deadStores: Drill = {
  name: 'dead-stores',
  title: 'MongoDB, then NATS hang: connections stay, no answer comes',
  async act(ground) {
    const backs = [];
    const problems: string[] = [];
    for (const name of ['mongodb', 'nats'] as const) {
      ground.proxies[name].dead();
      await pause(LASTS);
      await ground.proxies[name].mend();
      const found = await back(ground, Date.now());
      backs.push(found.back);
      problems.push(...found.problems.map((problem) => `after ${name}: ${problem}`));
    }
    return { note: `each for ${LASTS} s`, back: slowestOf(backs), problems };
  },
};

/** One copy of each service hangs with open connections, which look alive. */
export const frozenCopies: Drill = {
  name: 'frozen-copies',
  title: 'one copy of every service and a worker stopped by SIGSTOP',
  async act(ground) {
    const names = running(ground, 'service', 'worker').filter((name) => !/-\d+$/.test(name));
    await frozen(ground, names, () => pause(LASTS));
    const found = await back(ground, Date.now());
    return { note: `${names.length} processes for ${LASTS} s`, ...found };
  },
};
