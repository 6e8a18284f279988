import { z } from 'zod';

/** Where an item is corrected. */
const KINDS = [
  'visit',
  'photograph',
  'sources',
  'feature',
  'proposals',
  'dates',
  'record',
  'records',
  'gap',
  'interviews',
  'professional',
  'property',
  'text',
  'page',
] as const;
const SEVERITIES = ['block', 'warn'] as const;

export const finding = z
  .strictObject({
    rule: z.string().meta({ examples: ['COV-2'] }),
    severity: z.enum(SEVERITIES).meta({
      description: '`block`: to be corrected before the report is signed; `warn`: a reviewer will ask.',
    }),
    text: z.string(),
    items: z.array(
      z.strictObject({
        kind: z.enum(KINDS),
        id: z.string().meta({
          description:
            'Of a visit, photograph, feature, record, gap, page or interval between sources; of dates the component; of a text its part; else empty.',
        }),
        document_id: z.string().optional().meta({ description: 'Of a page.' }),
        annotation_id: z.string().optional().meta({ description: 'Of a mark on a page.' }),
        label: z.string().meta({ description: 'A name, a sentence about a date, or the day of a visit (YYYY-MM-DD).' }),
      }),
    ),
  })
  .meta({ id: 'ReviewFinding' });
