import { FACT_CHANGE_KINDS, FACT_SOURCES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const sureness = z.number().meta({ description: 'How sure this is, from 0 to 1.' });
const detail = z.string().meta({ description: 'What exactly it was read in; empty where there is no more to say.' });

const correction = z
  .strictObject({ by_id: z.string(), by_name: z.string(), at: moment.nullable() })
  .meta({ id: 'FactCorrection', description: 'Who said what is right, and when.' });

/** A title block fact by value type. */
const fact = <Value extends z.ZodType>(value: Value, description: string) =>
  z
    .strictObject({
      value: value.nullable().meta({ description: 'Null: a person says that it is not known.' }),
      source: word(FACT_SOURCES),
      detail,
      confidence: sureness,
      read: z
        .strictObject({ value, source: word(FACT_SOURCES), detail, confidence: sureness })
        .nullable()
        .meta({ description: 'What was read, where a person’s word stands instead.' }),
      corrected: correction.nullable().meta({ description: 'Null: nobody has said anything.' }),
    })
    .optional()
    .meta({ description });

export const titleBlock = z
  .strictObject({
    year: fact(z.int(), 'Of the edition or the survey.'),
    sheet_number: fact(z.string(), 'The sheet’s own, such as `12` or `12A`.'),
    volume: fact(z.string(), 'In figures: `4` for Vol. IV.'),
    city: fact(z.string(), 'City, borough or quadrangle.'),
    scale: fact(z.string(), 'Such as `1 in = 50 ft` or `1:24,000`.'),
    north: fact(z.int(), 'Where north is: degrees clockwise from the top of the sheet, 0 to 359.'),
    updated_at: moment.nullable().meta({ description: 'When one of them changed last.' }),
  })
  .meta({
    id: 'TitleBlock',
    description:
      'What a sheet says of itself, each with its source and how sure it is. What is not known is left out; a person’s word stands before what was read.',
  });

const change = z
  .strictObject({
    id: z.string(),
    fact: z.string().meta({ description: 'A fact of the title block, or `page_type` for the kind of the page.' }),
    kind: word(FACT_CHANGE_KINDS),
    from: z.string().nullable().meta({ description: 'What it was before; null: not known.' }),
    to: z.string().nullable(),
    by_id: z.string(),
    by_name: z.string(),
    at: moment.nullable(),
    correction_id: z
      .string()
      .nullable()
      .meta({ description: 'The correction of the volume that it was part of; null when it was of this sheet alone.' }),
  })
  .meta({ id: 'TitleBlockChange', description: 'An entry of the history of a title block. Entries never change.' });

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
    corrected: correction.nullable().meta({ description: 'Who had corrected it on this sheet before.' }),
  })
  .meta({ id: 'VolumeChange', description: 'A fact of a sheet that changes with its volume.' });

export type TitleBlockJson = z.output<typeof titleBlock>;
export type PageTitleBlockJson = z.output<typeof pageTitleBlock>;
export type VolumeChangeJson = z.output<typeof volumeChange>;
