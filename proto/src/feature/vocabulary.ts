/** Feature vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  DeterminationAnswerValue as AnswerEnum,
  DeterminationKind as KindEnum,
  DeterminationProposalStatus as ProposalStatusEnum,
  DeterminationStatus as StatusEnum,
  UseType as UseTypeEnum,
  HistoryStatus as HistoryStatusEnum,
  Relation as RelationEnum,
} from '../../gen/symbio/feature/v1/feature_vocabulary.js';
import { isOneOf, words } from '../words.js';

/** Past or present use (OP-28). */
export const USE_TYPES = words(UseTypeEnum);
export type UseType = (typeof USE_TYPES)[number];
export const isUseType = isOneOf(USE_TYPES);

/** Validity of a mention record (DATA-17). */
export const HISTORY_STATUSES = words(HistoryStatusEnum);
export type HistoryStatus = (typeof HISTORY_STATUSES)[number];
export const isHistoryStatus = isOneOf(HISTORY_STATUSES);

/** Where a feature is, seen from the property. */
export const RELATIONS = words(RelationEnum);
export type Relation = (typeof RELATIONS)[number];
export const isRelation = isOneOf(RELATIONS);

/** Compass octants, clockwise. */
export const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const isDirection = isOneOf(DIRECTIONS);

/** How a feature is judged. */
export const DETERMINATION_KINDS = words(KindEnum);
export type DeterminationKind = (typeof DETERMINATION_KINDS)[number];
export const isDeterminationKind = isOneOf(DETERMINATION_KINDS);

export const DETERMINATION_STATUSES = words(StatusEnum);
export type DeterminationStatus = (typeof DETERMINATION_STATUSES)[number];
export const isDeterminationStatus = isOneOf(DETERMINATION_STATUSES);

export const ANSWERS = words(AnswerEnum);
export type Answer = (typeof ANSWERS)[number];
export const isAnswer = isOneOf(ANSWERS);

export const DETERMINATION_PROPOSAL_STATUSES = words(ProposalStatusEnum);
export type DeterminationProposalStatus = (typeof DETERMINATION_PROPOSAL_STATUSES)[number];
export const isDeterminationProposalStatus = isOneOf(DETERMINATION_PROPOSAL_STATUSES);
