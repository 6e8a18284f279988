import { VERSION_STATES } from '@symbio/proto/records/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';
import { hitDecisions } from './record-decisions.js';

const numbers = (description: string) => z.record(z.string(), z.int()).meta({ description });

export const dataSetVersion = z
  .strictObject({
    id: z.string(),
    state: word(VERSION_STATES).meta({
      description:
        '`importing`; `unknown_columns`: a person must name them; `ready`; `failed`: see `problem`, nothing of the file was taken.',
    }),
    agency_date: z.string().nullable().meta({ description: 'The agency’s date of the list.' }),
    file_name: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    format: z.string().nullable().meta({ description: 'Known format, or `mapped`.' }),
    rows: z.int().meta({ description: 'Rows read so far, without the header.' }),
    taken: z.int(),
    refused: numbers(
      'Rows that were not taken, by reason: `width`, `empty`, `no_list`, `ambiguous_place`, `repeated`.',
    ),
    examples: z
      .array(z.strictObject({ reason: z.string(), row: z.int(), text: z.string() }))
      .meta({ description: 'The first 20 refused rows of each reason.' }),
    qualities: numbers(
      'Records by quality of their place. `exact`, `street` and `unknown` are searched; `area` (the centre of an area), `none` and `unreadable` are orphans.',
    ),
    mended: numbers('Corrected places: `swapped`, `sign`, `metres`; `nad27`: less accurate.'),
    lists: numbers('Records by list.'),
    problem: z.string().nullable(),
    unknown_columns: z
      .strictObject({
        header: z.array(z.string()),
        header_hash: z.string(),
        proposed: z.record(z.string(), z.string()).meta({ description: 'Column by field.' }),
        sample: z.array(z.array(z.string())),
      })
      .nullable(),
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
  })
  .meta({ id: 'DataSetVersion', description: 'One file of a data set.' });

export const dataSet = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    agency: z.string(),
    source_url: z.string(),
    licence: z.string(),
    current_version_id: z.string().nullable().meta({ description: 'The version that is searched.' }),
    versions: z.array(dataSetVersion).meta({ description: 'Newest first.' }),
    created_by_id: z.string(),
    created_by_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'DataSet', description: 'A list of an agency.' });

const miles = z.number().meta({ description: 'Of kind `miles`, else 0.' });

export const searchDistances = z
  .strictObject({
    source: z.string().meta({ description: 'Source of the defaults.' }),
    table_hash: z.string().meta({ description: 'Of distances, defaults and source.' }),
    confirmation: z
      .strictObject({ by_id: z.string(), by_name: z.string(), at: moment.nullable(), is_outdated: z.boolean() })
      .nullable()
      .meta({ description: 'Null until a person confirms the table; outdated once a distance or default changes.' }),
    distances: z.array(
      z.strictObject({
        list: z.string(),
        title: z.string(),
        kind: z.string().meta({ description: '`miles`, `property`, `adjoining` (searched to 0.25 miles) or `none`.' }),
        miles,
        default_kind: z.string(),
        default_miles: miles,
        reason: z.string().nullable().meta({ description: 'Why it is shorter than the default.' }),
      }),
    ),
  })
  .meta({ id: 'SearchDistances', description: 'How far from the property each list is searched.' });

const listCount = z.strictObject({
  list: z.string(),
  title: z.string(),
  distance_m: z.number(),
  is_loaded: z.boolean().meta({ description: 'False: no data set has the list, so it was not searched.' }),
  on: z.int(),
  perhaps_on: z.int().meta({ description: 'Their place may be off by the distance to the property.' }),
  adjoining: z.int().meta({ description: 'Within 150 feet: a suggestion.' }),
  within: z.int().meta({ description: 'All records whose place is within the distance of the nearest edge.' }),
  perhaps: z.int().meta({ description: 'Those of them that may be farther, by their accuracy.' }),
  beyond: z.int().meta({ description: 'Those of them beyond adjoining, where only adjoining ones count.' }),
  orphans: z.int().meta({ description: 'Without a usable place, in the property’s ZIP code or city.' }),
  undecided: z.int(),
  from_reports: z.int().meta({ description: 'Those of the counted records that only confirmed radius reports list.' }),
  is_reported: z.boolean().meta({ description: 'A confirmed radius report covers the list.' }),
});

export const recordSearch = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    number: z.int(),
    state: z.literal('done'),
    counts: z.array(listCount),
    data: z.array(
      z.strictObject({
        data_set_id: z.string(),
        name: z.string(),
        version_id: z.string(),
        agency_date: z.string().nullable(),
        sha256: z.string(),
      }),
    ),
    appeared: z.int().meta({ description: 'Hits that the previous search did not have.' }),
    vanished: z.int().meta({ description: 'Hits of the previous search that this one does not have.' }),
    is_outdated: z.boolean().meta({ description: 'The boundary, distances or lists changed since.' }),
    by_id: z.string(),
    by_name: z.string(),
    created_at: moment.nullable(),
  })
  .meta({ id: 'RecordSearch', description: 'A search of the lists around a property’s boundary.' });

export const recordSource = z
  .strictObject({
    document_id: z.string(),
    document_name: z.string(),
    page_id: z.string(),
    page: z.int(),
    box: z
      .strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .meta({ description: 'Pixels of the page’s picture.' }),
    list: z.string().meta({ description: 'As the vendor names it.' }),
    map_id: z.string().nullable().meta({ description: 'On the vendor’s map.' }),
    distance_ft: z.number().nullable().meta({ description: 'As the report says.' }),
    direction: z.string().nullable().meta({ description: 'As the report says.' }),
  })
  .meta({ id: 'RecordSource', description: 'Where a radius report names a record.' });

export const recordHit = z
  .strictObject({
    id: z.string().meta({ description: 'The same in every search of the project.' }),
    list: z.string(),
    data_set_id: z.string(),
    record_id: z.string(),
    row: z.int().meta({ description: 'Row of the file.' }),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    status: z.string(),
    violations: z.string().nullable().meta({
      description: '`none` or `found`, of any list with the same registry number; null if none says.',
    }),
    quality: z.string(),
    accuracy_m: z.number(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
    distance_m: z.number().nullable().meta({ description: 'From the nearest edge; null for an orphan.' }),
    distance_ft: z.number().nullable(),
    direction: z.string().nullable().meta({ description: 'From the nearest edge; null on the property.' }),
    on_property: z.string().nullable().meta({ description: '`on`, `perhaps` or `off`.' }),
    suggests_adjoining: z.boolean(),
    certainty: z.string().meta({
      description:
        '`within`, `perhaps`, `beyond` or `orphan`; `gone`: decided, but no longer listed in the newest search.',
    }),
    ...hitDecisions,
    site: z.int().nullable().meta({ description: 'Hits with the same number are perhaps one site.' }),
    site_reasons: z.array(z.string()).meta({
      description: '`registry`, `program`, `address`, `name`; `person`: see `site_decision`.',
    }),
    source: recordSource.nullable().meta({
      description:
        'Of a record of a radius report. Without coordinates of its own, its distance and direction are those of the report.',
    }),
  })
  .meta({ id: 'RecordHit', description: 'A record near a property, by one of its lists.' });
