import type { AgencyKind, RequestOutcome } from '@symbio/proto/records/vocabulary';
import type { AgencyRequest } from '@symbio/client';

/** All fields of a request that people enter; days are YYYY-MM-DD. */
export interface RequestFields {
  agency_name: string;
  agency_kind: AgencyKind;
  agency_address: string;
  agency_email: string;
  agency_portal: string;
  subject: string;
  hit_ids: readonly string[];
  sent_on: string | null;
  method: string;
  reference: string;
  promised_on: string | null;
  follow_up_on: string | null;
  answered_on: string | null;
  outcome: RequestOutcome | null;
  document_ids: readonly string[];
  note: string;
}

export const NEW_REQUEST: RequestFields = {
  ...{ agency_name: '', agency_kind: 'state', agency_address: '', agency_email: '', agency_portal: '' },
  ...{ subject: '', hit_ids: [], sent_on: null, method: '', reference: '', promised_on: null, follow_up_on: null },
  ...{ answered_on: null, outcome: null, document_ids: [], note: '' },
};

export const fieldsOf = (request: AgencyRequest): RequestFields => ({
  ...{ agency_name: request.agency_name, agency_kind: request.agency_kind, agency_address: request.agency_address },
  ...{ agency_email: request.agency_email, agency_portal: request.agency_portal, subject: request.subject },
  ...{ hit_ids: request.hit_ids, sent_on: request.sent_on, method: request.method, reference: request.reference },
  ...{ promised_on: request.promised_on, follow_up_on: request.follow_up_on, answered_on: request.answered_on },
  ...{ outcome: request.outcome, document_ids: request.document_ids, note: request.note },
});

const two = (value: number): string => String(value).padStart(2, '0');

/** YYYY-MM-DD, where the person is. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
