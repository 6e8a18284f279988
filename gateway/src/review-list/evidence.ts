import type { CoverageCell, Problem } from '@symbio/assessment';
import type { RecordEvidence } from './record-evidence.js';

/** A feature with the mentions that currently hold, and its active determination. */
export interface JudgedFeature {
  id: string;
  name: string;
  landUse: readonly string[];
  /** From the property. */
  distanceFt: number | undefined;
  /** `confidence` is 0 to 10. */
  mentions: readonly { recordId: string; confidence: number; hasSource: boolean; isByPerson: boolean }[];
  determination:
    | {
        kind: string;
        reason: string;
        answers: readonly { questionId: string; answer: string; note: string }[];
        /** Ids of mention history records. */
        evidence: readonly string[];
        stale: boolean;
      }
    | undefined;
}

export interface EvidenceGap {
  id: string;
  label: string;
  kind: string;
  /** Years; 0: not stated. */
  fromYear: number;
  toYear: number;
  /** Empty: both. */
  area: string;
  source: string;
  tried: string;
  significant?: boolean | undefined;
  reason: string;
  effect: string;
}

/** What a project stores, as the rules read it. Days are YYYY-MM-DD. */
export interface Evidence {
  visits: readonly { id: string; day: string; accessGranted: boolean }[];
  /** `takenOn` is empty if unknown. */
  photographs: readonly { id: string; fileName: string; caption: string; takenOn: string }[];
  coverage: {
    cells: readonly CoverageCell[];
    /** Year of the first developed use; undefined: unknown. */
    firstUse: number | undefined;
  };
  gaps: readonly EvidenceGap[];
  /** With attempts. */
  interviews: readonly { role: string }[];
  /** Of the user of the report. */
  userAnswers: readonly { question: string }[];
  /** Number of searches for liens and use limitations. */
  lienSearches: number;
  features: readonly JudgedFeature[];
  /** Of the dates of the assessment. */
  dates: readonly Problem[];
  /** Of agents, without a decision. */
  proposals: number;
  /** Environmental professional; empty: not named. */
  professional: string;
  /** Undefined before the first search. */
  records?: RecordEvidence | undefined;
}
