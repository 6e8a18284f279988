import { again, back, kill, pause, running, since, slowestOf, type Drill } from '../drill.js';

/** Seconds of work between two cuts. */
const BETWEEN = 5;

/**
 * Ends everything at the same moment in the middle of writes, stores included. What a kernel had not written yet is kept, which
 * a real power cut would lose: what each store is told to have on its disk before it answers is its settings' to say.
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
