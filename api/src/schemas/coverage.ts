import { COVERAGE_SOURCES, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREAS, COVERAGE_STATES, GAP_KINDS } from '@symbio/proto/project/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

const by = { by_name: z.string().nullable(), at: moment.nullable() };

const firstUse = z.strictObject({ year: z.int(), note: z.string(), ...by });

const cell = z.strictObject({
  source: word(COVERAGE_SOURCES),
  decade: z.int().meta({ description: 'First year.', examples: [1920] }),
  area: word(COVERAGE_AREAS),
  document_ids: z.array(z.string()),
  years: z.array(z.int()).meta({ description: 'Covered by documents, or of a search of agency lists.' }),
  no_coverage_years: z.array(z.int()).meta({ description: 'Years for which a document says that it covers nothing.' }),
  state: word(COVERAGE_STATES).meta({ description: 'As stated, else as the documents are.' }),
  stated: z
    .strictObject({ note: z.string(), ...by })
    .nullable()
    .meta({ description: 'If a person stated it.' }),
});

const interval = z.strictObject({
  id: z.string().meta({ description: 'Of its years and area.', examples: ['1924-1938-property'] }),
  from: z.int().meta({ description: 'Last covered year before it.' }),
  to: z.int().meta({ description: 'First covered year after it.' }),
  area: word(COVERAGE_AREAS),
  sources_before: z.array(word(COVERAGE_SOURCES)).meta({ description: 'With the year `from`.' }),
  sources_after: z.array(word(COVERAGE_SOURCES)).meta({ description: 'With the year `to`.' }),
  gap_id: z.string().nullable().meta({ description: 'A gap of all its years; null: none is recorded.' }),
});

const gapValues = {
  kind: word(GAP_KINDS),
  from: z.int().nullable().meta({ description: 'Year.' }),
  to: z.int().nullable().meta({ description: 'Year.' }),
  area: word(COVERAGE_AREAS).nullable(),
  source: word(DOCUMENT_CATEGORIES).nullable(),
  tried: z.string(),
  significant: z.boolean().nullable().meta({ description: 'Null: not judged.' }),
  reason: z.string(),
  effect: z.string(),
};

const superseded = z.strictObject({
  id: z.string(),
  cell: z
    .strictObject({
      source: word(COVERAGE_SOURCES),
      decade: z.int(),
      area: word(COVERAGE_AREAS),
      state: word(COVERAGE_STATES),
      note: z.string(),
      ...by,
    })
    .nullable(),
  first_use: firstUse.nullable(),
  gap: z.strictObject({ id: z.string(), ...gapValues, ...by }).nullable(),
  ...by,
});

export const coverage = z
  .strictObject({
    project_id: z.string(),
    first_use: firstUse.nullable().meta({ description: 'First developed use of the property; null: unknown.' }),
    history_target: z.int().meta({ description: 'Year that the history must reach.' }),
    decades: z.array(z.int()).meta({ description: 'First years, ascending.' }),
    cells: z.array(cell).meta({ description: 'Others are not covered.' }),
    intervals: z
      .array(interval)
      .meta({ description: 'Successive years of historical sources that are more than five years apart.' }),
    history: z
      .array(superseded)
      .meta({ description: 'Replaced or removed statements and gaps, oldest first; the latest 100.' }),
    updated_at: moment.nullable().meta({ description: 'Of the statements.' }),
  })
  .meta({ id: 'Coverage', description: 'What sources cover, by decade and area.' });

export const gap = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    ...gapValues,
    by_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Gap', description: 'Missing information: what was tried, whether it is significant, and its effect.' });
