import type { GetScorecardResponse } from '@symbio/proto/annotation';
import type { BlindCount, OutcomeCount, TimedGroup } from './scorecard-repository.js';

type Row = GetScorecardResponse['rows'][number];

const keyOf = ({ authorId, group }: { authorId: string; group: string }): string => `${authorId}/${group}`;

function bandsOf(counts: readonly OutcomeCount[]): Row['bands'] {
  const bands = new Map<number, { decided: number; accepted: number; sum: number }>();
  for (const { band, verdict, count, confidenceSum } of counts) {
    if (band === null || (verdict !== 'accepted' && verdict !== 'rejected')) continue;
    const { decided, accepted, sum } = bands.get(band) ?? { decided: 0, accepted: 0, sum: 0 };
    const more = verdict === 'accepted' ? count : 0;
    bands.set(band, { decided: decided + count, accepted: accepted + more, sum: sum + confidenceSum });
  }
  return [...bands]
    .sort(([a], [b]) => a - b)
    .map(([from, { decided, accepted, sum }]) => ({ from, decided, accepted, meanConfidence: sum / decided }));
}

function rejectionsOf(counts: readonly OutcomeCount[]): Row['rejections'] {
  const byCode = new Map<string, number>();
  for (const { verdict, code, count } of counts)
    if (verdict === 'rejected') byCode.set(code, (byCode.get(code) ?? 0) + count);
  return [...byCode].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

/** Sums counts to one row for each agent and group, in order of names and groups. */
export function scorecardRows(
  counts: readonly OutcomeCount[],
  timed: readonly TimedGroup[],
  blind: readonly BlindCount[] | undefined,
): Row[] {
  const blindBy = new Map(blind?.map((each) => [keyOf(each), each]));
  const timedBy = new Map(timed.map((each) => [keyOf(each), each]));
  const byKey = new Map<string, OutcomeCount[]>();
  for (const each of counts) byKey.set(keyOf(each), [...(byKey.get(keyOf(each)) ?? []), each]);
  const rows = [...byKey].map(([key, ofRow]): Row => {
    const sum = (number: (each: OutcomeCount) => number): number =>
      ofRow.reduce((total, each) => total + number(each), 0);
    const withVerdict = (verdict: string) => sum((each) => (each.verdict === verdict ? each.count : 0));
    const { authorId = '', group = '' } = ofRow[0] ?? {};
    return {
      authorId,
      authorName: ofRow.reduce((latest, each) => (each.latest > latest.latest ? each : latest)).authorName,
      group,
      proposed: sum(({ count }) => count),
      accepted: withVerdict('accepted'),
      rejected: withVerdict('rejected'),
      corrected: sum((each) => each.corrected),
      standing: sum((each) => each.standing),
      everDecided: sum((each) => each.everDecided),
      undone: sum((each) => each.undone),
      rejections: rejectionsOf(ofRow),
      bands: bandsOf(ofRow),
      blindRecall: blind && { marks: blindBy.get(key)?.marks ?? 0, found: blindBy.get(key)?.found ?? 0 },
      decisions: { count: timedBy.get(key)?.count ?? 0, median: timedBy.get(key)?.median ?? undefined },
    };
  });
  return rows.sort((a, b) => a.authorName.localeCompare(b.authorName) || (a.group < b.group ? -1 : 1));
}
