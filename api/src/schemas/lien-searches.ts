import { LIEN_SEARCH_ORDERERS, LIEN_SEARCH_RESULTS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const year = z
  .int()
  .nullable()
  .meta({ description: 'Of the period of the searched records.', examples: [1980] });

export const lienSearch = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    searched_by: z.string().meta({ description: 'Vendor or person.' }),
    date: z.string().meta({ format: 'date', examples: ['2026-10-05'] }),
    from: year,
    to: year,
    ordered_by: word(LIEN_SEARCH_ORDERERS).meta({
      description: '`user`: the user of the report; `ep`: the environmental professional.',
    }),
    result: word(LIEN_SEARCH_RESULTS),
    text: z.string().meta({ description: 'What was found.' }),
    document_id: z.string().nullable().meta({ description: 'Document of the project with the result.' }),
    by_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({
    id: 'LienSearch',
    description: 'A search for environmental liens and for activity and use limitations (40 CFR 312.25).',
  });
