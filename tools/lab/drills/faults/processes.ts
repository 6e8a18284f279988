import type { StoreName } from '../../../dev/stack.js';
import { kill, pause, processOf, Recoveries, restarted, running, since, whileSuspended, type Drill } from '../drill.js';

/** Seconds of work between two faults. */
const BETWEEN = { kills: 2, restarts: 5 } as const;
const SUSPENDED_SECONDS = 20;

/** Kills one copy of each process in turn, another copy in each round. */
export const killed: Drill = {
  name: 'kill',
  title: 'SIGKILL of every process in turn, again and again',
  async act(context) {
    const { of, rounds, work } = context;
    const all = running(context, 'service', 'worker', 'gateway');
    const names = [...new Set(all.map(processOf))].filter((name) => of.length === 0 || of.includes(name));
    const recoveries = new Recoveries(context);
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        const copies = all.filter((copy) => processOf(copy) === name);
        const copy = copies[round % copies.length] ?? name;
        const began = Date.now();
        const before = kill(context, copy);
        const last = await recoveries.measure(began, copy);
        await restarted(context, copy, before);
        work.say(`  ${copy}: service back after ${last?.seconds.toFixed(1)} s, ready again after ${since(began)}`);
        await pause(BETWEEN.kills);
      }
    return recoveries.findings(`${rounds * names.length} ends of ${names.length} kinds of process, two copies of each`);
  },
};

/** Once per round; its supervisor restarts it. */
const storeRestarted = (name: StoreName, label: string): Drill => ({
  name: `${name}-restarted`,
  title: `${label} ended by SIGKILL and started again`,
  async act(context) {
    const recoveries = new Recoveries(context);
    for (let round = 0; round < context.rounds; round++) {
      const began = Date.now();
      const before = kill(context, name);
      await restarted(context, name, before);
      context.work.say(`  ${name} runs again after ${since(began)}`);
      await recoveries.measure(began);
      await pause(BETWEEN.restarts);
    }
    return recoveries.findings(`${context.rounds} restarts`);
  },
});

export const natsRestarted = storeRestarted('nats', 'NATS');
export const mongoRestarted = storeRestarted('mongodb', 'MongoDB');

/**
 * Kills everything at once during writes, including stores. Unlike a power cut this keeps data in kernel buffers;
 * durability depends on the stores' settings.
 */
export const powerCut: Drill = {
  name: 'power-cut',
  title: 'a power cut imitated: SIGKILL of everything at once',
  async act(context) {
    const recoveries = new Recoveries(context);
    for (let round = 0; round < context.rounds; round++) {
      const names = running(context, 'infra', 'service', 'worker', 'gateway');
      const began = Date.now();
      const before = names.map((name) => [name, kill(context, name)] as const);
      await recoveries.measure(began);
      await Promise.all(before.map(([name, pid]) => restarted(context, name, pid)));
      context.work.say(`  ${names.length} processes ended, all ready again after ${since(began)}`);
      await pause(BETWEEN.restarts);
    }
    return recoveries.findings(`${context.rounds} cuts`);
  },
};

/** One copy of each service hangs with open connections, which look alive. */
export const suspendedCopies: Drill = {
  name: 'frozen-copies',
  title: 'one copy of every service and a worker stopped by SIGSTOP',
  async act(context) {
    const names = running(context, 'service', 'worker').filter((name) => name === processOf(name));
    await whileSuspended(context, names, () => pause(SUSPENDED_SECONDS));
    const recoveries = new Recoveries(context);
    await recoveries.measure(Date.now());
    return recoveries.findings(`${names.length} processes for ${SUSPENDED_SECONDS} s`);
  },
};
