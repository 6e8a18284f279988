import { COMPONENT_DATE_SOURCES, COMPONENT_KINDS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const date = z.string().meta({ description: 'YYYY-MM-DD', examples: ['2026-05-01'] });

const clock = {
  state: word(['undated', 'valid', 'expiring', 'expired']).meta({
    description: '`expiring`: at most 30 days are left. `undated`: no component has a date.',
  }),
  judged_on: date.meta({ description: 'The acquisition date, else today (UTC).' }),
  earliest: word(COMPONENT_KINDS).nullable().meta({ description: 'The component that decides.' }),
  expires_on: date.nullable().meta({ description: 'Last day on which no component is too old.' }),
  days_left: z.int().nullable().meta({ description: 'From `judged_on` to `expires_on`; negative once expired.' }),
};

export const assessment = z
  .strictObject({
    project_id: z.string(),
    acquisition_date: date.nullable().meta({ description: 'Planned or past; null if it is not known.' }),
    components: z.array(
      z.strictObject({
        kind: word(COMPONENT_KINDS),
        date: date.nullable(),
        source: word(COMPONENT_DATE_SOURCES).nullable().meta({
          description: '`visit`: the earliest visit with access and findings; `typed`: by a person.',
        }),
        note: z.string().nullable(),
        by_id: z.string().nullable(),
        by_name: z.string().nullable(),
        at: moment.nullable(),
      }),
    ),
    clock: z.strictObject({
      ...clock,
      inquiry_expires_on: date.nullable().meta({
        description: 'Last day on which updating components is enough; after it the whole inquiry is repeated.',
      }),
    }),
    limits: z
      .strictObject({ component_days: z.int(), inquiry_years: z.int() })
      .meta({ description: 'How old components may be at the acquisition (40 CFR 312.20).' }),
    problems: z
      .array(
        z.strictObject({
          rule: z.string().meta({ examples: ['AAI-3'] }),
          severity: word(['block', 'warn']),
          component: word(COMPONENT_KINDS),
          sentence: z.string(),
        }),
      )
      .meta({ description: 'What a reviewer would find in the dates.' }),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Assessment', description: 'The dates that decide how long an assessment may be relied on.' });

export const expiringAssessment = z
  .strictObject({ project_id: z.string(), ...clock })
  .meta({ id: 'ExpiringAssessment', description: 'An assessment that has expired or expires soon.' });
