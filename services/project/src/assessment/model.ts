import { moment, part, text, typed } from '@symbio/mongo';
import { COMPONENT_KINDS, type ComponentKind } from '@symbio/proto/project/vocabulary';

export interface StoredDate {
  kind: ComponentKind;
  /** YYYY-MM-DD. */
  date: string;
  note?: string;
  byId: string;
  byName: string;
  at: Date;
}

/** Dates that people typed. */
export interface StoredAssessment {
  /** YYYY-MM-DD. */
  acquisitionDate?: string | undefined;
  /** At most one a kind. */
  dates: StoredDate[];
  updatedAt: Date;
}

const date = {
  kind: { type: String, enum: COMPONENT_KINDS, required: true },
  date: text,
  note: { type: String },
  ...{ byId: text, byName: { type: String, default: '' }, at: moment },
};

export const assessmentPart = typed<StoredAssessment>(
  part({ acquisitionDate: { type: String }, dates: { type: [part(date)] }, updatedAt: moment }),
);
