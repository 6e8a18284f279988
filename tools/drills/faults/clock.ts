import { back, pause, slowestOf, type Drill } from '../drill.js';

const HOUR_MS = 3_600_000;
/** Successive clock offsets in hours: ahead, back, behind, back. */
const JUMPS = [1, 0, -1, 0];
/** Seconds of work after each. */
const AFTER = 10;

/** Shifts the wall clock of all our processes; the stores have their own clocks. */
export const clockJumps: Drill = {
  name: 'clock',
  title: 'the clock jumps an hour ahead and back, then an hour behind and back',
  async act(ground) {
    const backs = [];
    const problems: string[] = [];
    for (const hours of JUMPS) {
      ground.clock.set(hours * HOUR_MS);
      const found = await back(ground, Date.now());
      backs.push(found.back);
      problems.push(...found.problems.map((problem) => `at ${hours} h: ${problem}`));
      await pause(AFTER);
    }
    return { note: `${JUMPS.length} jumps`, back: slowestOf(backs), problems };
  },
};
