import type { Problem } from '@symbio/assessment';
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

/** What a project stores, as the rules read it. Days are YYYY-MM-DD. */
export interface Evidence {
  visits: readonly { id: string; day: string; accessGranted: boolean }[];
  /** `takenOn` is empty if unknown. */
  photographs: readonly { id: string; fileName: string; caption: string; takenOn: string }[];
  /** Years are 0 if unknown. */
  documents: readonly { category: string; firstYear: number; lastYear: number }[];
  /** Sources that every assessment reviews. */
  standardSources: readonly { category: string; label: string }[];
  features: readonly JudgedFeature[];
  /** Of the dates of the assessment. */
  dates: readonly Problem[];
  /** Of agents, without a decision. */
  proposals: number;
  /** Undefined before the first search. */
  records?: RecordEvidence | undefined;
}
