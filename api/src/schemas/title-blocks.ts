import { FACT_CHANGE_KINDS, FACT_SOURCES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const sureness = z.number().meta({ description: 'Confidence from 0 to 1.' });
const detail = z.string().meta({ description: 'The text that it was recognized in; may be empty.' });

const correction = z
  .strictObject({ by_id: z.string(), by_name: z.string(), at: moment.nullable() })
  .meta({ id: 'FactCorrection', description: 'Author and time of a correction.' });

const fact = <Value extends z.ZodType>(value: Value, description: string) =>
  z
    .strictObject({
      value: value.nullable().meta({ description: 'Null: a person marked it as unknown.' }),
      source: word(FACT_SOURCES),
      detail,
      confidence: sureness,
      read: z
        .strictObject({ value, source: word(FACT_SOURCES), detail, confidence: sureness })
        .nullable()
        .meta({ description: 'The recognized value, if a person corrected it.' }),
      corrected: correction.nullable().meta({ description: 'Null if not corrected.' }),
    })
    .optional()
    .meta({ description });

export const titleBlock = z
  .strictObject({
    year: fact(z.int(), 'Year of the edition or survey.'),
    sheet_number: fact(z.string(), 'Sheet number, such as `12` or `12A`.'),
    volume: fact(z.string(), 'In figures: `4` for Vol. IV.'),
    city: fact(z.string(), 'City, borough or quadrangle.'),
    scale: fact(z.string(), 'Such as `1 in = 50 ft` or `1:24,000`.'),
    north: fact(z.int(), 'Direction of north: degrees clockwise from the top of the sheet, 0 to 359.'),
    provider: fact(z.string(), 'Who made an aerial photograph, such as `USDA`.'),
    updated_at: moment.nullable().meta({ description: 'Time of the last change.' }),
  })
  .meta({
    id: 'TitleBlock',
    description:
      'The facts of a sheet’s title block, each with source and confidence. Unknown facts are omitted; corrections override recognized values.',
  });

const change = z
  .strictObject({
    id: z.string(),
    fact: z.string().meta({ description: 'A fact of the title block, or `page_type` for the kind of the page.' }),
    kind: word(FACT_CHANGE_KINDS),
    from: z.string().nullable().meta({ description: 'Previous value; null if unknown.' }),
    to: z.string().nullable(),
    by_id: z.string(),
    by_name: z.string(),
    at: moment.nullable(),
    correction_id: z
      .string()
      .nullable()
      .meta({ description: 'The volume correction that it belongs to; null if it concerned this sheet only.' }),
  })
  .meta({ id: 'TitleBlockChange', description: 'An entry in the append-only history of a title block.' });

export const pageTitleBlock = z
  .strictObject({
    page_id: z.string(),
    document_id: z.string(),
    page_number: z.int(),
    title_block: titleBlock,
    history: z.array(change).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'PageTitleBlock', description: 'The title block of a page with its history.' });

export const volumeChange = z
  .strictObject({
    page_id: z.string(),
    page_number: z.int(),
    fact: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    corrected: correction.nullable().meta({ description: 'Author of the previous correction on this sheet.' }),
  })
  .meta({ id: 'VolumeChange', description: 'A fact changed by a volume correction.' });

export type TitleBlockJson = z.output<typeof titleBlock>;
export type PageTitleBlockJson = z.output<typeof pageTitleBlock>;
export type VolumeChangeJson = z.output<typeof volumeChange>;
