import type { scorecardSchemas } from '@symbio/api';
import type { GetScorecardResponse } from '@symbio/proto/annotation';
import type { Author } from '@symbio/proto/identity';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';

type RowMessage = GetScorecardResponse['rows'][number];
type TimedMessage = NonNullable<GetScorecardResponse['ownMarks']>;
export type Share = z.output<typeof scorecardSchemas.share>;
type Timed = z.output<typeof scorecardSchemas.timed>;
export type Row = z.output<typeof scorecardSchemas.scorecardRow>;

/** Fewer do not support a share. */
const MIN_COUNT = 30;
/** Standard score of a two-sided 95 % interval. */
const Z = 1.959964;
const MAX_CONFIDENCE = 10;

/** Wilson's score interval of a share. */
export function wilson(count: number, of: number): { low: number; high: number } {
  const share = count / of;
  const denominator = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / denominator;
  const half = (Z / denominator) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

const tooFew = (of: number, what: string): string => `Too few: ${of} of the ${MIN_COUNT} ${what} that are needed.`;

export const shareOf = (count: number, of: number, what = 'decisions'): Share =>
  of < MIN_COUNT
    ? { count, of, share: null, low: null, high: null, note: tooFew(of, what) }
    : { count, of, share: count / of, ...wilson(count, of), note: null };

const timedOf = ({ count, median }: TimedMessage, what: string): Timed =>
  count < MIN_COUNT || median === undefined
    ? { count, seconds: null, note: tooFew(count, what) }
    : { count, seconds: median, note: null };

const NOTHING_TIMED: TimedMessage = { count: 0, median: undefined };

export const ownMarkTime = (ownMarks: TimedMessage | undefined): Timed =>
  timedOf(ownMarks ?? NOTHING_TIMED, 'marks drawn by people');

function timeSaved(accepted: number, decision: Timed, ownMark: Timed): Timed {
  const { seconds: deciding, note } = decision;
  if (deciding === null || ownMark.seconds === null)
    return { count: accepted, seconds: null, note: note ?? ownMark.note };
  return { count: accepted, seconds: accepted * (ownMark.seconds - deciding), note: null };
}

function calibrationError(bands: RowMessage['bands']): number | null {
  const decided = bands.reduce((sum, band) => sum + band.decided, 0);
  if (decided < MIN_COUNT) return null;
  const distances = bands.map(
    (band) => band.decided * Math.abs(band.accepted / band.decided - band.meanConfidence / MAX_CONFIDENCE),
  );
  return distances.reduce((sum, distance) => sum + distance, 0) / decided;
}

export function presentScorecardRow(row: RowMessage, author: Author | undefined, ownMark: Timed): Row {
  const { accepted, rejected } = row;
  const decided = accepted + rejected;
  const decisionTime = timedOf(row.decisions ?? NOTHING_TIMED, 'decisions in the review');
  return {
    author_id: row.authorId,
    agent_name: author?.agentName ?? row.authorName,
    agent_version: author?.agentVersion ?? null,
    group: row.group || null,
    proposed: row.proposed,
    decided,
    accepted: shareOf(accepted, decided),
    rejected: shareOf(rejected, decided),
    corrected: shareOf(row.corrected, accepted, 'accepted proposals'),
    standing: shareOf(row.standing, accepted, 'accepted proposals'),
    blind_recall: row.blindRecall
      ? shareOf(row.blindRecall.found, row.blindRecall.marks, 'marks on blind sheets')
      : null,
    undone: shareOf(row.undone, row.everDecided),
    rejections: row.rejections.map(({ code, count }) => ({ code: code || null, ...shareOf(count, decided) })),
    calibration: row.bands.map((band) => ({
      ...{ from: band.from, to: band.from + 1, mean_confidence: band.meanConfidence },
      ...shareOf(band.accepted, band.decided),
    })),
    calibration_error: calibrationError(row.bands),
    decision_time: decisionTime,
    time_saved: timeSaved(accepted, decisionTime, ownMark),
  };
}

const rounded = (value: number | null): number | string => (value === null ? '' : Number(value.toFixed(4)));

const shareColumns = (name: string, { count, of, share, low, high }: Share) => ({
  ...{ [name]: count, [`${name}_of`]: of, [`${name}_share`]: rounded(share) },
  ...{ [`${name}_low`]: rounded(low), [`${name}_high`]: rounded(high) },
});

const NOT_COUNTED: Share = { count: 0, of: 0, share: null, low: null, high: null, note: null };

/** One line for each row; a share is empty where there are too few decisions. */
export const scorecardCsv = (rows: readonly Row[], codes: readonly string[]): string =>
  stringify(
    rows.map((row) => ({
      ...{ agent_name: row.agent_name, agent_version: row.agent_version ?? '', group: row.group ?? '' },
      ...{ proposed: row.proposed, decided: row.decided },
      ...shareColumns('accepted', row.accepted),
      ...shareColumns('corrected', row.corrected),
      ...shareColumns('rejected', row.rejected),
      ...shareColumns('undone', row.undone),
      ...shareColumns('standing', row.standing),
      ...shareColumns('blind_recall', row.blind_recall ?? NOT_COUNTED),
      ...Object.fromEntries(
        codes.map((code) => [`rejected_${code}`, row.rejections.find((each) => each.code === code)?.count ?? 0]),
      ),
      rejected_without_code: row.rejections.find(({ code }) => code === null)?.count ?? 0,
      calibration_error: rounded(row.calibration_error),
      ...{ decision_seconds: rounded(row.decision_time.seconds), decisions_timed: row.decision_time.count },
      seconds_saved: rounded(row.time_saved.seconds),
    })),
    { header: true, escape_formulas: true },
  );
