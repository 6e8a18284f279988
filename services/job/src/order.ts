/**
 * Order of waiting jobs: by lane, then by rank (priority, small before large), then in rounds of projects. Pure.
 */
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { READING_JOB, type JobLane } from '@symbio/proto/job/vocabulary';
import { PRIORITY } from './job-types.js';
import type { JobRow } from './model.js';

/** Expected work: pages of a record, sheets of maps, or more than {@link SMALL_PAGES} or an unknown number of them. */
export const SIZE = { small: 0, sheets: 1, large: 2 } as const;
const SMALL_PAGES = 5;

/** A person waits for a job of this priority, or of a more urgent one. */
const URGENT = 2;

/** Readings less urgent than this wait for pictures. */
export const PATIENT_FROM = PRIORITY.default + 1;

export type Ordered = Pick<JobRow, 'type' | 'priority' | 'documentCategory'> &
  Partial<Pick<JobRow, 'pageNumbers' | 'expectedPages' | 'progress'>>;

export const laneOf = ({ type, priority }: Pick<Ordered, 'type' | 'priority'>): JobLane =>
  priority <= URGENT ? 'urgent' : type === READING_JOB ? 'reading' : 'pictures';

export function sizeOf({ pageNumbers, progress, expectedPages, documentCategory }: Ordered): number {
  const pages = pageNumbers?.length || progress?.total || expectedPages;
  if (!pages || pages > SMALL_PAGES) return SIZE.large;
  return sheetKindOf(documentCategory) ? SIZE.sheets : SIZE.small;
}

/** Sizes are less important than priorities. */
export const rankOf = ({ priority, size }: Pick<JobRow, 'priority' | 'size'>): number => priority * 3 + size;

/** Rank of a job that has waited long: that of small jobs. */
export const agedRank = (lane: JobLane): number =>
  rankOf({ priority: lane === 'reading' ? PATIENT_FROM : PRIORITY.default, size: SIZE.small });

export function orderOf(job: Ordered): Pick<JobRow, 'lane' | 'size' | 'rank'> {
  const size = sizeOf(job);
  return { lane: laneOf(job), size, rank: rankOf({ priority: job.priority, size }) };
}

/** For sorting. */
type Queued = Pick<JobRow, 'rank' | 'turn' | 'scheduledAt'>;
export const inOrder = (a: Queued, b: Queued): number =>
  a.rank - b.rank || a.turn - b.turn || a.scheduledAt.getTime() - b.scheduledAt.getTime();
