/** The job service's words, as JSON and databases hold them. Browsers import this file: it knows no protobuf. */
import {
  JobType as JobTypeEnum,
  JobStatus as JobStatusEnum,
  JobFailure as JobFailureEnum,
} from '../../gen/symbio/job/v1/job_vocabulary.js';
import { hyphenWords, isOneOf, words } from '../words.js';

/** What a background job does (OP-31). */
export const JOB_TYPES = hyphenWords(JobTypeEnum);
export type JobType = (typeof JOB_TYPES)[number];
export const isJobType = isOneOf(JOB_TYPES);

/** How far a job is (JOB-21). */
export const JOB_STATUSES = words(JobStatusEnum);
export type JobStatus = (typeof JOB_STATUSES)[number];
export const isJobStatus = isOneOf(JOB_STATUSES);

/** Why a job failed, where another service acts on it. */
export const JOB_FAILURES = words(JobFailureEnum);
export type JobFailure = (typeof JOB_FAILURES)[number];
