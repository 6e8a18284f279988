import { again, back, kill, pause, running, since, slowestOf, type Drill } from '../drill.js';

/** Seconds of work between two cuts. */
const BETWEEN = 5;

/**
 * Kills everything at once during writes, including stores. Unlike a real power cut this keeps data in kernel buffers;
 * durability before acknowledgement depends on the stores' settings.
 */
export const powerCut: Drill = {
  name: 'power-cut',
  title: 'a power cut imitated: SIGKILL of everything at once',
  async act(ground) {
    const backs = [];
    const problems: string[] = [];
    for (let round = 0; round < ground.rounds; round++) {
      const names = running(ground, 'infra', 'service', 'worker', 'gateway');
      const began = Date.now();
      const before = names.map((name) => [name, kill(ground, name)] as const);
      const found = await back(ground, began);
      backs.push(found.back);
      problems.push(...found.problems);
      await Promise.all(before.map(([name, pid]) => again(ground, name, pid)));
      ground.work.say(`  ${names.length} processes ended, all ready again after ${since(began)}`);
      await pause(BETWEEN);
    }
    return { note: `${ground.rounds} cuts`, back: slowestOf(backs), problems };
  },
};
