import type { CoverageCell, Problem } from '@symbio/assessment';
import type { ChecklistItem } from '@symbio/proto/project/vocabulary';
import type { RecordEvidence } from './record-evidence.js';

/** A feature with the mentions that currently hold, and its active determination. */
export interface JudgedFeature {
  id: string;
  name: string;
  landUse: readonly string[];
  /** From the property. */
  distanceFt: number | undefined;
  mentions: readonly HeldMention[];
  determination:
    | {
        kind: string;
        reason: string;
        answers: readonly { questionId: string; answer: string; note: string }[];
        /** Ids of mention history records. */
        evidence: readonly string[];
        stale: boolean;
        isByPerson: boolean;
      }
    | undefined;
}

export interface HeldMention {
  /** Of its history: the one that holds, and earlier ones that a determination cites. */
  recordIds: readonly string[];
  /** 0 to 10. */
  confidence: number;
  useType: string;
  hasSource: boolean;
  isByPerson: boolean;
  /** Where it is marked; undefined if it is from an agency record, or its mark was deleted. */
  sheet: { year: number | undefined; /** 0: unknown. */ dpi: number; page: MarkedPage } | undefined;
}

export interface MarkedPage {
  id: string;
  documentId: string;
  /** Of the mention. */
  annotationId: string;
  label: string;
  /** From 1; 0: unknown. */
  number: number;
}

/** A text of the next version, with the name of its part. */
export interface ReportText {
  key: string;
  label: string;
  text: string;
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
  visits: readonly {
    id: string;
    day: string;
    accessGranted: boolean;
    /** Of its checklist. */
    notSeen: readonly ChecklistItem[];
  }[];
  /** `takenOn` is empty if unknown. `hasPlace`: where it was taken, or what it looks at. */
  photographs: readonly { id: string; fileName: string; caption: string; takenOn: string; hasPlace: boolean }[];
  /** As the project names them. */
  property: { address: string; city: string; client: string; hasBoundary: boolean };
  texts: readonly ReportText[];
  /** `isCited`: a mention of a feature is marked on it. */
  documents: readonly { id: string; title: string; category: string; isCited: boolean }[];
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
  /** Ids of pages that they opened; undefined if none is named. */
  openedPages: ReadonlySet<string> | undefined;
  /** Of the delivery, YYYY-MM-DD; empty: not stated. */
  deliveryDate: string;
  relianceLetterDate: string;
  insuranceExpiresOn: string;
  /** YYYY-MM-DD; empty: it does not expire, or no person is named. */
  licenceExpiresOn: string;
  /** YYYY-MM-DD. */
  today: string;
  /** Undefined before the first search. */
  records?: RecordEvidence | undefined;
}
