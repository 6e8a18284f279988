import { pause, recovered, Recoveries, type Drill } from '../drill.js';

/** Duration of a fault in seconds. */
const LASTS = 20;
/** Delay to and from a store in milliseconds, each way. */
const LATE_MS = 100;
const HOUR_MS = 3_600_000;
/** Successive clock offsets in hours, and the seconds of work after each. */
const JUMPS = [1, 0, -1, 0];
const AFTER_JUMP = 10;

/** All requests are slower, and none is refused. */
export const slowStores: Drill = {
  name: 'slow-stores',
  title: `MongoDB and NATS answer ${2 * LATE_MS} ms late`,
  async act(context) {
    const { mongodb, nats } = context.proxies;
    mongodb.slow(LATE_MS);
    nats.slow(LATE_MS);
    await pause(LASTS);
    await Promise.all([mongodb.mend(), nats.mend()]);
    return recovered(context, `for ${LASTS} s`);
  },
};

/** Connections stay open without data: the worst network fault. */
export const deadStores: Drill = {
  name: 'dead-stores',
  title: 'MongoDB, then NATS hang: connections stay, no answer comes',
  async act(context) {
    const recoveries = new Recoveries(context);
    for (const name of ['mongodb', 'nats'] as const) {
      context.proxies[name].dead();
      await pause(LASTS);
      await context.proxies[name].mend();
      await recoveries.measure(Date.now(), `after ${name}`);
    }
    return recoveries.findings(`each for ${LASTS} s`);
  },
};

/** Shifts the wall clock of all our processes; the stores have their own clocks. */
export const clockJumps: Drill = {
  name: 'clock',
  title: 'the clock jumps an hour ahead and back, then an hour behind and back',
  async act(context) {
    const recoveries = new Recoveries(context);
    for (const hours of JUMPS) {
      context.clock.set(hours * HOUR_MS);
      await recoveries.measure(Date.now(), `at ${hours} h`);
      await pause(AFTER_JUMP);
    }
    return recoveries.findings(`${JUMPS.length} jumps`);
  },
};
