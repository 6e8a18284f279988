/** The annotation service's words, as JSON and databases hold them. Browsers import this file: it knows no protobuf. */
import {
  ReviewAction as ReviewActionEnum,
  ReviewVerdict as ReviewVerdictEnum,
  RunReviewAction as RunReviewActionEnum,
  RunStatus as RunStatusEnum,
} from '../../gen/symbio/annotation/v1/annotation_vocabulary.js';
import { isOneOf, words } from '../words.js';

/** What a person does about an AI agent's annotation. */
export const REVIEW_ACTIONS = words(ReviewActionEnum);
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];
export const isReviewAction = isOneOf(REVIEW_ACTIONS);

/** What a decision about an AI agent's annotation says. */
export const REVIEW_VERDICTS = words(ReviewVerdictEnum);
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

/** Where a run stands. */
export const RUN_STATUSES = words(RunStatusEnum);
export type RunStatus = (typeof RUN_STATUSES)[number];
export const isRunStatus = isOneOf(RUN_STATUSES);

/** What a person decides about all that a run found. */
export const RUN_REVIEW_ACTIONS = words(RunReviewActionEnum);
export type RunReviewAction = (typeof RUN_REVIEW_ACTIONS)[number];
export const isRunReviewAction = isOneOf(RUN_REVIEW_ACTIONS);
