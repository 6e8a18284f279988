import { parseArgs } from 'node:util';
import { messageOf, StartError } from '../dev/start-error.js';
import { topology } from '@symbio/topology';
import type { Drill } from './drill.js';

export interface Options {
  drills: readonly Drill[];
  list: boolean;
  help: boolean;
  /** Requests per second. */
  perSecond: number;
  rounds: number;
  /** Processes killed by the drill `kill`; all when empty. */
  of: readonly string[];
  keep: boolean;
  /** Additional output file of the table. */
  write: string | undefined;
}

export const usage = (drills: readonly Drill[]): string => `npm run drill -- [NAME ...] [options]

  NAME ...           these drills only; all when left out
  --list             say which there are, and run none
  --per-second N     requests a second; 6 when left out
  --rounds N         how often what is done again and again is done; 2 when left out
  --of NAME          have the drill kill end copies of this process only; may be given several times
  --write FILE       put the table, with date and commit, into this page between its marks
  --keep             keep data and logs

${drillList(drills)}
`;

/** The drills, one per line. */
export function drillList(drills: readonly Drill[]): string {
  const width = Math.max(...drills.map(({ name }) => name.length));
  return drills
    .map(
      ({ name, title, needsRoot, isApart }) =>
        `  ${name.padEnd(width)}  ${title}${needsRoot ? ' (needs root)' : ''}${isApart ? ' (when named only)' : ''}`,
    )
    .join('\n');
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`--${name} is "${text}"; it must be a whole number from 1 to ${most}.`);
}

/** @throws StartError with a sentence and the usage for invalid arguments */
export function readOptions(args: readonly string[], all: readonly Drill[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        'per-second': { type: 'string', default: '6' },
        rounds: { type: 'string', default: '2' },
        of: { type: 'string', multiple: true, default: [] },
        keep: { type: 'boolean', default: false },
        write: { type: 'string' },
      },
    });
    const unknown = positionals.find((name) => !all.some((drill) => drill.name === name));
    if (unknown !== undefined) throw new Error(`There is no drill "${unknown}".`);
    const process = values.of.find((name) => !topology.some((one) => one.name === name && one.kind !== 'infra'));
    if (process !== undefined)
      throw new Error(`There is no process "${process}" of ours in packages/topology/src/topology.ts.`);
    return {
      ...values,
      write: values.write,
      perSecond: wholeNumber('per-second', values['per-second'], 100),
      rounds: wholeNumber('rounds', values.rounds, 20),
      drills:
        positionals.length === 0
          ? all.filter(({ isApart }) => isApart !== true)
          : all.filter(({ name }) => positionals.includes(name)),
    };
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n\n${usage(all)}`);
  }
}
