/** Reports vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  CompositionState as CompositionStateEnum,
  ReportState as ReportStateEnum,
  SectionKey as SectionKeyEnum,
} from '../../gen/symbio/reports/v1/reports_vocabulary.js';
import { isOneOf, words } from '../words.js';

export const REPORT_STATES = words(ReportStateEnum);
export type ReportState = (typeof REPORT_STATES)[number];

export const COMPOSITION_STATES = words(CompositionStateEnum);
export type CompositionState = (typeof COMPOSITION_STATES)[number];

export const SECTION_KEYS = words(SectionKeyEnum);
export type SectionKey = (typeof SECTION_KEYS)[number];
export const isSectionKey = isOneOf(SECTION_KEYS);
