/** Records vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  AgencyKind as AgencyKindEnum,
  DispositionKind as DispositionKindEnum,
  RadiusReportState as RadiusReportStateEnum,
  ReasonCode as ReasonCodeEnum,
  RecordProposalState as RecordProposalStateEnum,
  RequestOutcome as RequestOutcomeEnum,
  VersionState as VersionStateEnum,
} from '../../gen/symbio/records/v1/records_vocabulary.js';
import { words } from '../words.js';

export const VERSION_STATES = words(VersionStateEnum);
export type VersionState = (typeof VERSION_STATES)[number];

export const DISPOSITION_KINDS = words(DispositionKindEnum);
export type DispositionKind = (typeof DISPOSITION_KINDS)[number];
export const REASON_CODES = words(ReasonCodeEnum);
export type ReasonCode = (typeof REASON_CODES)[number];
export const RECORD_PROPOSAL_STATES = words(RecordProposalStateEnum);
export type RecordProposalState = (typeof RECORD_PROPOSAL_STATES)[number];

export const AGENCY_KINDS = words(AgencyKindEnum);
export type AgencyKind = (typeof AGENCY_KINDS)[number];
export const REQUEST_OUTCOMES = words(RequestOutcomeEnum);
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

export const RADIUS_REPORT_STATES = words(RadiusReportStateEnum);
export type RadiusReportState = (typeof RADIUS_REPORT_STATES)[number];
