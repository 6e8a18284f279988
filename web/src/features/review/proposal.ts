import type { Annotation } from '../../evidence/annotation-records.js';

export interface Proposal {
  annotation: Annotation;
  /** A value of the land-use list, or null. */
  landUse: string | null;
  /** 0 to 10; null if not given. */
  confidence: number | null;
  narrative: string | null;
  featureName: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
}
