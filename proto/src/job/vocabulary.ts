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

/** Why a job has not begun, or that it has. */
export const QUEUE_REASONS = ['documents_before', 'waiting_for_reader', 'later_attempt', 'running'] as const;

/** Job statuses (JOB-21). */
export const JOB_STATUSES = words(JobStatusEnum);
export type JobStatus = (typeof JOB_STATUSES)[number];
export const isJobStatus = isOneOf(JOB_STATUSES);

/** Failure reasons that other services act on. */
export const JOB_FAILURES = words(JobFailureEnum);
export type JobFailure = (typeof JOB_FAILURES)[number];
