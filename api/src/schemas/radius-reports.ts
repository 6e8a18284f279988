import { RADIUS_REPORT_STATES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';
import { recordSource } from './records.js';

const text = z.string();

const row = z
  .strictObject({
    map_id: text.nullable(),
    ...{ name: text, address: text, city: text, state: text, zip: text },
    lists: z.array(text).meta({ description: 'As the vendor names them.' }),
    distance_ft: z.number().nullable().meta({ description: 'As the report says; null if it was not read.' }),
    direction: text.nullable(),
    elevation: text.nullable(),
    status: text.nullable(),
    ids: z.array(text),
    source: recordSource,
    doubts: z.array(text).meta({ description: 'Sentences.' }),
  })
  .meta({ id: 'RadiusReportRow', description: 'A site as a table of a radius report lists it.' });

export const radiusReport = z
  .strictObject({
    id: text.meta({ description: 'Of the document.' }),
    project_id: text,
    state: word(RADIUS_REPORT_STATES).meta({ description: 'Its rows are records of the project once `confirmed`.' }),
    vendor: text.nullable(),
    document_name: text,
    page_count: z.int(),
    unread_pages: z.int().meta({ description: 'Pages without recognized text.' }),
    check: z.string().meta({
      description: '`agree`: the report’s summary has as many rows of each list; `differ`; `none`: it has no summary.',
    }),
    lists: z.array(
      z.strictObject({
        list: text.meta({ description: 'As the vendor names it.' }),
        standard_list: text.meta({ description: 'The list of the search that its records belong to.' }),
        total: z.int().nullable().meta({ description: 'Of the summary.' }),
        read: z.int(),
        needs_confirmation: z.boolean(),
        sentence: text.nullable().meta({ description: 'Why it needs a confirmation.' }),
        page: z.int(),
        page_id: text,
      }),
    ),
    rows: z.array(row),
    orphans: z.array(row).meta({ description: 'Sites that the vendor could not place.' }),
    dates: z
      .array(z.strictObject({ list: text, date: text, page: z.int() }))
      .meta({ description: 'Of the agencies’ editions, as written.' }),
    doubts: z.array(text),
    revision: z.int(),
    ...{ by_id: text, by_name: text, read_at: moment.nullable() },
    ...{ confirmed_by_id: text.nullable(), confirmed_by_name: text.nullable(), confirmed_at: moment.nullable() },
  })
  .meta({ id: 'RadiusReport', description: 'A vendor’s radius report, as read from a document.' });
