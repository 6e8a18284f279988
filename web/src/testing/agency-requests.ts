import type { AgencyRequest } from '@symbio/client';

/** Sent long ago and never followed up. */
export const agencyRequest: AgencyRequest = {
  ...{
    id: 'q1',
    project_id: 'p1',
    agency_name: 'Fire Department',
    agency_kind: 'fire',
    agency_address: '9 Metro Tech',
  },
  ...{ agency_email: 'records@fire.test', agency_portal: '', subject: 'Tanks', hit_ids: ['h1'], sent_on: '2020-01-06' },
  ...{ method: 'E-mail', reference: 'F-12', promised_on: null, follow_up_on: null, next_follow_up_on: '2020-01-20' },
  ...{ follow_ups: [], answered_on: null, outcome: null, is_waiting: true, days: 300, document_ids: [], note: '' },
  ...{ revision: 3, by_id: 'u1', by_name: 'Ada', created_at: '2020-01-06T10:00:00Z', updated_at: null },
};
