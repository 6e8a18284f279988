import type { Problem } from '@symbio/assessment';
import type { RecordEvidence } from './record-rules.js';

/** What a project stores, as the rules read it. Days are YYYY-MM-DD. */
export interface Evidence {
  visits: readonly { id: string; day: string; accessGranted: boolean }[];
  /** `takenOn` is empty if unknown. */
  photographs: readonly { id: string; fileName: string; caption: string; takenOn: string }[];
  /** Years are 0 if unknown. */
  documents: readonly { category: string; firstYear: number; lastYear: number }[];
  /** Sources that every assessment reviews. */
  standardSources: readonly { category: string; label: string }[];
  /** Each with the mentions that currently hold; `confidence` is 0 to 10. */
  features: readonly { id: string; name: string; mentions: readonly { confidence: number; hasSource: boolean }[] }[];
  /** Of the dates of the assessment. */
  dates: readonly Problem[];
  /** Of agents, without a decision. */
  proposals: number;
  /** Undefined before the first search. */
  records?: RecordEvidence | undefined;
}
