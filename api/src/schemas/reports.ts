import { QUALIFICATION_PATHS } from '@symbio/proto/identity/vocabulary';
import { COMPOSITION_STATES, REPORT_STATES, SECTION_KEYS } from '@symbio/proto/reports/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const reportSection = z
  .strictObject({
    key: word(SECTION_KEYS),
    text: z.string(),
    is_checked: z.boolean().meta({ description: 'A person has checked the text.' }),
    by_id: z.string().nullable(),
    by_name: z.string().nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'ReportSection', description: 'A text of a report.' });

export const report = z
  .strictObject({
    project_id: z.string(),
    sections: z.array(reportSection).meta({ description: 'Those that were written.' }),
    delivery_date: z.string().nullable().meta({ format: 'date' }),
    reliance_letter_date: z.string().nullable().meta({ format: 'date' }),
    insurance_expires_on: z
      .string()
      .nullable()
      .meta({ format: 'date', description: 'Last day of the insurance certificate.' }),
    professional: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        path: word(QUALIFICATION_PATHS),
        licence: z.string().nullable(),
        licence_state: z.string().nullable(),
        expires_on: z.string().nullable().meta({ format: 'date' }),
      })
      .nullable()
      .meta({ description: 'Environmental professional: named on the cover, and the only person who can sign.' }),
    four_eyes: z.boolean().meta({ description: 'The only author of all determinations cannot sign.' }),
  })
  .meta({ id: 'Report', description: 'Texts of the next version of a report, and dates of its delivery.' });

const reportFile = z.strictObject({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  content_type: z.string(),
});

const signature = z.strictObject({
  by_id: z.string(),
  by_name: z.string(),
  path: word(QUALIFICATION_PATHS),
  licence: z.string().nullable(),
  licence_state: z.string().nullable(),
  at: moment.nullable(),
});

export const reportVersion = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    number: z.int().meta({ description: 'From 1.' }),
    state: word(REPORT_STATES),
    evidence_sha256: z.string(),
    manifest_sha256: z.string().nullable().meta({ description: 'Null until the files are complete.' }),
    composition: z
      .strictObject({ state: word(COMPOSITION_STATES), percent: z.int(), problem: z.string().nullable() })
      .meta({ description: 'Making of the files.' }),
    files: z.array(reportFile),
    based_on_id: z.string().nullable().meta({ description: 'The previous version.' }),
    locked_by_id: z.string(),
    locked_by_name: z.string(),
    locked_at: moment.nullable(),
    professional_id: z
      .string()
      .nullable()
      .meta({ description: 'Named by its evidence, and the only person who can sign.' }),
    professional_name: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Of a requested change or a withdrawal.' }),
    signature: signature.nullable(),
    issued_at: moment.nullable(),
    delivery_date: z.string().nullable().meta({ format: 'date' }),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'ReportVersion', description: 'Locked evidence of a project, and the files made from it.' });

export const reportDifference = z
  .strictObject({
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed']),
    fields: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
  })
  .meta({ id: 'ReportDifference', description: 'What happened to one thing between two versions.' });
