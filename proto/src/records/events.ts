import {
  AgencyRequestEvent,
  DataSetEvent,
  RadiusReportEvent,
  RecordHitEvent,
  RecordProposalEvent,
  RecordRuleEvent,
  RecordSearchEvent,
} from '../../gen/symbio/records/v1/records_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of the installation; no scope. */
export const dataSetEvents = catalogueEvents('records', 'data_set', DataSetEvent);
/** The scope is the project. */
export const recordSearchEvents = catalogueEvents('records', 'record_search', RecordSearchEvent);
export const recordHitEvents = catalogueEvents('records', 'record_hit', RecordHitEvent);
export const recordRuleEvents = catalogueEvents('records', 'record_rule', RecordRuleEvent);
export const recordProposalEvents = catalogueEvents('records', 'record_proposal', RecordProposalEvent);
export const agencyRequestEvents = catalogueEvents('records', 'agency_request', AgencyRequestEvent);
export const radiusReportEvents = catalogueEvents('records', 'radius_report', RadiusReportEvent);
