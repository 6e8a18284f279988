import { moment, part, text, typed } from '@symbio/mongo';
import {
  INTERVIEW_METHODS,
  INTERVIEW_ROLES,
  type InterviewMethod,
  type InterviewRole,
} from '@symbio/proto/project/vocabulary';
import type { RecordedRow, RecordedRows } from '../recorded/model.js';

export interface StoredInterview extends RecordedRow {
  role: InterviewRole;
  person: string;
  /** YYYY-MM-DD. */
  date: string;
  method: InterviewMethod;
  /** Otherwise an attempt. */
  answered: boolean;
  text: string;
}

/** Texts are absent in rows that are read without them. */
export type StoredInterviews = RecordedRows<StoredInterview>;

/** Days of answered interviews. */
export const daysOfInterviews = (interviews: Pick<StoredInterviews, 'rows'> | undefined): string[] =>
  (interviews?.rows ?? []).filter(({ answered }) => answered).map(({ date }) => date);

const line = { type: String, default: '' };

const interview = {
  id: text,
  role: { type: String, enum: INTERVIEW_ROLES, required: true },
  person: line,
  date: text,
  method: { type: String, enum: INTERVIEW_METHODS, required: true },
  answered: { type: Boolean, required: true },
  ...{ text: line, byId: text, byName: line, createdAt: moment, updatedAt: moment },
};

export const interviewsPart = typed<StoredInterviews>(
  part({
    rows: { type: [part(interview)] },
    history: { type: [part({ ...interview, endedById: text, endedByName: line, endedAt: moment })] },
  }),
);
