import type { kindsOfWork } from '../drills/work/operations.js';
import type { Call, Operation } from '../drills/work/load.js';

/** What is done in one world, by name. */
export type Kinds = ReturnType<typeof kindsOfWork>;

type Times = (kinds: Kinds) => readonly (readonly [Operation, number])[];

/**
 * What a person does in a minute, ten times over: opens two sheets and looks around on them, reads lists anew as others change
 * them, draws three annotations, mentions and decides, writes a comment now and then.
 */
const PERSON: Times = ({ read, write }) => [
  [read.pages, 20],
  [read.lookAround, 240],
  [read.listAnnotations, 60],
  [read.readAnnotation, 20],
  [read.listProjects, 20],
  [read.web, 3],
  [write.annotation, 30],
  [write.mention, 10],
  [write.decision, 10],
  [write.comment, 5],
  [write.feature, 2],
  [write.issue, 1],
];

/** What an agent does in a minute, ten times over: one request a second, a third of them writes. */
const AGENT: Times = ({ read, write }) => [
  [read.listProjects, 20],
  [read.listAnnotations, 120],
  [read.readAnnotation, 260],
  [write.annotation, 150],
  [write.mention, 50],
];

/** What is uploaded is read. */
const UPLOADS: Times = ({ write }) => [
  [write.upload, 1],
  [write.job, 1],
];

/** Agents and pages an hour that come with one person. */
export const WITH_ONE_PERSON = { agents: 0.2, pagesAnHour: 12 } as const;

const perSecond = (times: Times, kinds: Kinds): number => times(kinds).reduce((sum, [, count]) => sum + count, 0) / 600;

/** Each operation as often as it is done, spread evenly: every one is where it would be if it were alone on its way. */
export function spread(times: readonly (readonly [Operation, number])[]): Operation[] {
  const placed = times.flatMap(([operation, count], row) =>
    Array.from({ length: count }, (_, n) => ({ operation, at: (n + (row + 1) / (times.length + 1)) / count })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ operation }) => operation);
}

/** Operations of all worlds in turns. */
const inTurns = (lists: readonly Operation[][]): Operation[] =>
  (lists[0] ?? []).flatMap((_, n) => lists.flatMap((list) => list[n] ?? []));

/** One kind of load: what is done in its turn, and how often in a second. */
export interface Part {
  operations: Operation[];
  perSecond: number;
}

/** The operation of a world, whose calls are told of as that world's: only its people may send them. */
const ownedBy = (world: number, operation: Operation, told: (call: Call, world: number) => void): Operation => ({
  ...operation,
  make: async () => {
    const call = await operation.make();
    if (call) told(call, world);
    return call;
  },
});

/**
 * The load of so many people, with the agents and the uploads that come with them, in their worlds.
 *
 * @param told learns of each call, before it is sent, to which of the worlds it belongs
 */
export function mixOf(
  worlds: readonly Kinds[],
  people: number,
  told: (call: Call, world: number) => void,
): Record<'people' | 'agents' | 'uploads', Part> {
  const [first] = worlds;
  if (!first) throw new Error('a load needs a world');
  const part = (times: Times, count: number): Part => ({
    operations: inTurns(
      worlds.map((kinds, world) => spread(times(kinds)).map((operation) => ownedBy(world, operation, told))),
    ),
    perSecond: perSecond(times, first) * count,
  });
  return {
    people: part(PERSON, people),
    agents: part(AGENT, Math.max(1, people * WITH_ONE_PERSON.agents)),
    // an upload and its reading are two requests
    uploads: { ...part(UPLOADS, 0), perSecond: (2 * people * WITH_ONE_PERSON.pagesAnHour) / 3600 },
  };
}
