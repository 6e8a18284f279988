import { again, back, kill, pause, running, since, slowestOf, type Drill } from '../drill.js';
import { slowest } from '../work/table.js';

/** Seconds of work between two kills. */
const BETWEEN = 2;

/** Kills one copy of each process in turn, another copy in each round. */
export const killed: Drill = {
  name: 'kill',
  title: 'SIGKILL of every process in turn, again and again',
  async act(ground) {
    const all = running(ground, 'service', 'worker', 'gateway');
    const names = [...new Set(all.map((name) => name.replace(/-\d+$/, '')))].filter(
      (name) => ground.of.length === 0 || ground.of.includes(name),
    );
    const backs = [];
    const problems: string[] = [];
    let ends = 0;
    for (let round = 0; round < ground.rounds; round++)
      for (const name of names) {
        const copies = all.filter((one) => one.replace(/-\d+$/, '') === name);
        const copy = copies[round % copies.length] ?? name;
        const began = Date.now();
        const before = kill(ground, copy);
        ends++;
        const found = await back(ground, began);
        backs.push(found.back);
        problems.push(...found.problems.map((problem) => `${copy}: ${problem}`));
        await again(ground, copy, before);
        const seconds = slowest(found.back)?.seconds.toFixed(1) ?? '';
        ground.work.say(`  ${copy}: service back after ${seconds} s, ready again after ${since(began)}`);
        await pause(BETWEEN);
      }
    return {
      note: `${ends} ends of ${names.length} kinds of process, two copies of each`,
      back: slowestOf(backs),
      problems,
    };
  },
};
