import { AGENCY_KINDS, REQUEST_OUTCOMES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const text = z.string();
const day = z.string().nullable().meta({ description: 'YYYY-MM-DD.' });

export const agency = z
  .strictObject({ name: text, kind: word(AGENCY_KINDS), address: text, email: text, portal: text })
  .meta({ id: 'Agency', description: 'An agency, as the last request names it.' });

export const agencyRequest = z
  .strictObject({
    id: text,
    project_id: text,
    agency_name: text,
    agency_kind: word(AGENCY_KINDS),
    ...{ agency_address: text, agency_email: text, agency_portal: text, subject: text },
    hit_ids: z.array(text).meta({ description: 'Records that it asks about.' }),
    sent_on: day,
    method: text,
    reference: text.meta({ description: 'The agency’s number.' }),
    promised_on: day,
    follow_up_on: day,
    next_follow_up_on: day.meta({
      description:
        '`follow_up_on`, else 10 working days after it was sent or last followed up; null before and once answered.',
    }),
    follow_ups: z.array(z.strictObject({ id: text, day: text, note: text, by_id: text, by_name: text })),
    answered_on: day,
    outcome: word(REQUEST_OUTCOMES).nullable().meta({ description: 'Null while waiting.' }),
    is_waiting: z.boolean(),
    days: z.int().nullable().meta({ description: 'From sending to the answer, or until today.' }),
    document_ids: z.array(text).meta({ description: 'Documents of the answer.' }),
    note: text,
    revision: z.int(),
    ...{ by_id: text, by_name: text, created_at: moment.nullable(), updated_at: moment.nullable() },
  })
  .meta({ id: 'AgencyRequest', description: 'Request of records from an agency.' });

export const dueAgencyRequests = z
  .strictObject({
    project_id: text,
    due: z.int().meta({ description: 'Requests whose follow-up is due.' }),
    earliest_on: text.meta({ description: 'Day of the earliest follow-up.' }),
  })
  .meta({ id: 'DueAgencyRequests', description: 'Requests of a project that are to be followed up.' });
