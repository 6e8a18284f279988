import { again, back, kill, pause, since, slowestOf, type Drill, type Ground } from '../drill.js';
import type { StoreName } from '../../dev/stack.js';

/** Seconds of work between two restarts. */
const BETWEEN = 5;

/** Kills a store by SIGKILL once per round; its supervisor restarts it. */
const restarted = (name: StoreName, label: string): Drill => ({
  name: `${name}-restarted`,
  title: `${label} ended by SIGKILL and started again`,
  async act(ground: Ground) {
    const backs = [];
    const problems: string[] = [];
    for (let round = 0; round < ground.rounds; round++) {
      const began = Date.now();
      const before = kill(ground, name);
      await again(ground, name, before);
      ground.work.say(`  ${name} runs again after ${since(began)}`);
      const found = await back(ground, began);
      backs.push(found.back);
      problems.push(...found.problems);
      await pause(BETWEEN);
    }
    return { note: `${ground.rounds} restarts`, back: slowestOf(backs), problems };
  },
});

export const natsRestarted = restarted('nats', 'NATS');
export const mongoRestarted = restarted('mongodb', 'MongoDB');
