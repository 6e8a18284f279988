/** Job vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  JobType as JobTypeEnum,
  JobStatus as JobStatusEnum,
  JobFailure as JobFailureEnum,
} from '../../gen/symbio/job/v1/job_vocabulary.js';
import { hyphenWords, isOneOf, words } from '../words.js';

/** Background job types (OP-31). */
export const JOB_TYPES = hyphenWords(JobTypeEnum);
export type JobType = (typeof JOB_TYPES)[number];
export const isJobType = isOneOf(JOB_TYPES);

/** Reads text, in a lane of its own; the others make pages. */
export const READING_JOB: JobType = 'background-analyze-pages';

/** Where jobs wait: a person waits for it, it makes pictures, or it reads text. */
export const JOB_LANES = ['urgent', 'pictures', 'reading'] as const;
export type JobLane = (typeof JOB_LANES)[number];
export const isJobLane = isOneOf(JOB_LANES);

/** What a waiting job waits for. */
export const WAITING_FOR = ['documents_before', 'pictures_before', 'worker', 'later_attempt'] as const;

/** Job statuses (JOB-21). */
export const JOB_STATUSES = words(JobStatusEnum);
export type JobStatus = (typeof JOB_STATUSES)[number];
export const isJobStatus = isOneOf(JOB_STATUSES);

/** Failure reasons that other services act on. */
export const JOB_FAILURES = words(JobFailureEnum);
export type JobFailure = (typeof JOB_FAILURES)[number];
