/** Annotation vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  BlindSheetStatus as BlindSheetStatusEnum,
  RejectionCode as RejectionCodeEnum,
  ReviewAction as ReviewActionEnum,
  ReviewRuleAction as ReviewRuleActionEnum,
  ReviewRuleStatus as ReviewRuleStatusEnum,
  ReviewVerdict as ReviewVerdictEnum,
  RunReviewAction as RunReviewActionEnum,
  RunStatus as RunStatusEnum,
  ScorecardGrouping as ScorecardGroupingEnum,
} from '../../gen/symbio/annotation/v1/annotation_vocabulary.js';
import { isOneOf, words } from '../words.js';

export const REVIEW_ACTIONS = words(ReviewActionEnum);
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];
export const isReviewAction = isOneOf(REVIEW_ACTIONS);

export const REVIEW_VERDICTS = words(ReviewVerdictEnum);
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number];

export const RUN_STATUSES = words(RunStatusEnum);
export type RunStatus = (typeof RUN_STATUSES)[number];
export const isRunStatus = isOneOf(RUN_STATUSES);

export const RUN_REVIEW_ACTIONS = words(RunReviewActionEnum);
export type RunReviewAction = (typeof RUN_REVIEW_ACTIONS)[number];
export const isRunReviewAction = isOneOf(RUN_REVIEW_ACTIONS);

export const REJECTION_CODES = words(RejectionCodeEnum);
export type RejectionCode = (typeof REJECTION_CODES)[number];
export const isRejectionCode = isOneOf(REJECTION_CODES);

export const SCORECARD_GROUPINGS = words(ScorecardGroupingEnum);
export type ScorecardGrouping = (typeof SCORECARD_GROUPINGS)[number];
export const isScorecardGrouping = isOneOf(SCORECARD_GROUPINGS);

export const REVIEW_RULE_ACTIONS = words(ReviewRuleActionEnum);
export type ReviewRuleAction = (typeof REVIEW_RULE_ACTIONS)[number];

export const REVIEW_RULE_STATUSES = words(ReviewRuleStatusEnum);
export type ReviewRuleStatus = (typeof REVIEW_RULE_STATUSES)[number];

export const BLIND_SHEET_STATUSES = words(BlindSheetStatusEnum);
export type BlindSheetStatus = (typeof BLIND_SHEET_STATUSES)[number];
