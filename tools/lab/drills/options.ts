import { topology } from '@symbio/topology';
import { numberOf, parsedArgs } from '../../dev/program.js';
import type { Drill } from './drill.js';

export const usage = (drills: readonly Drill[]): string => `npm run drill -- [NAME ...] [options]

  NAME ...           these drills only; all by default
  --list             lists the drills and runs none
  --per-second N     requests a second; 6 by default
  --rounds N         repetitions of what is repeated; 2 by default
  --of NAME          the drill kill ends copies of this process only; may be given several times
  --write FILE       puts the table, with date and commit, into this page between its marks
  --keep             keeps data and logs

${drillList(drills)}
`;

export function drillList(drills: readonly Drill[]): string {
  const width = Math.max(...drills.map(({ name }) => name.length));
  return drills
    .map(
      ({ name, title, needsRoot, isApart }) =>
        `  ${name.padEnd(width)}  ${title}${needsRoot ? ' (needs root)' : ''}${isApart ? ' (when named only)' : ''}`,
    )
    .join('\n');
}

export function readOptions(args: readonly string[], all: readonly Drill[]) {
  const options = {
    list: { type: 'boolean', default: false },
    'per-second': { type: 'string', default: '6' },
    rounds: { type: 'string', default: '2' },
    of: { type: 'string', multiple: true },
    keep: { type: 'boolean', default: false },
    write: { type: 'string' },
  } as const;
  const names = all.map(({ name }) => name);
  const { values, positionals } = parsedArgs(args, options, names);
  const of = values.of ?? [];
  const unknown = of.find((name) => !topology.some((one) => one.name === name && one.kind !== 'infra'));
  if (unknown !== undefined) throw new Error(`There is no process "${unknown}" of ours.`);
  const isChosen = ({ name, isApart }: Drill): boolean =>
    positionals.length === 0 ? isApart !== true : positionals.includes(name);
  return {
    ...values,
    of,
    perSecond: numberOf('per-second', values['per-second'], { most: 100 }),
    rounds: numberOf('rounds', values.rounds, { most: 20 }),
    drills: all.filter(isChosen),
  };
}
export type Options = ReturnType<typeof readOptions>;
