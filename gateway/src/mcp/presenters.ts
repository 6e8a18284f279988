/** Response shapes for models, without addresses and internals. */
import * as api from '@symbio/api';
import { z } from 'zod';

export const listOf = <Name extends string, Item extends z.ZodObject>(name: Name, item: Item) =>
  z.object({
    [name]: z.array(item),
    count: z.int().meta({ description: 'Total number.' }),
    page: z.int(),
    total_pages: z.int(),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: '`cursor` of the next items; null at the end, and for numbered pages.' }),
    next_updated_after: z.string().optional().meta({
      description:
        'Send it as `updated_after` the next time, so that no change is missed; present if `updated_after` was given.',
    }),
  } as { [Key in Name]: z.ZodArray<Item> } & Record<'count' | 'page' | 'total_pages', z.ZodInt> & {
      next_cursor: z.ZodNullable<z.ZodString>;
      next_updated_after: z.ZodOptional<z.ZodString>;
    });

export const named =
  <Name extends string>(name: Name) =>
  <Item, Rest>({ data, ...rest }: Rest & { data: Item[] }) =>
    ({ ...rest, [name]: data }) as Omit<Rest & { data: Item[] }, 'data'> & { [Key in Name]: Item[] };

/** Schema of selected fields; others are dropped. */
const part = <Shape extends z.ZodRawShape, Names extends keyof Shape & string>(
  schema: z.ZodObject<Shape>,
  ...names: Names[]
) => z.object(Object.fromEntries(names.map((name) => [name, schema.shape[name]])) as unknown as Pick<Shape, Names>);

export const project = part(
  api.project,
  'id',
  'number',
  'title',
  'status',
  'due_date',
  'property_address',
  'property_city',
  'property_state',
  'property_zip',
  'client_company',
  'access_role',
  'created_at',
  'updated_at',
);

export const document = part(
  api.document,
  'id',
  'title',
  'category',
  'description',
  'file_name',
  'total_pages',
  'pages_ready',
  'processing_status',
  'created_at',
  'updated_at',
);

export const page = part(
  api.page,
  'id',
  'document_id',
  'project_id',
  'page_number',
  'status',
  'width',
  'height',
  'dpi',
  'sheet_scale',
).extend({
  metadata: part(api.pageMetadata, 'page_type', 'page_title', 'year', 'map_scale', 'text_source'),
});

const MAX_PLACES = 10;

export const hit = part(
  api.pageHit,
  'page_id',
  'page_number',
  'label',
  'document_id',
  'document_title',
  'snippet',
  'match',
).extend({
  places: api.pageHit.shape.places.meta({
    description: `Matches on the page in reading order; adjacent words are one match. At most ${MAX_PLACES}.`,
  }),
  place_count: z.int().meta({ description: 'Number of matches on the page, at most 200.' }),
});

export const presentHit = (found: api.PageHitJson) => ({
  ...found,
  places: found.places.slice(0, MAX_PLACES),
  place_count: found.places.length,
});

export const annotation = part(
  api.annotation,
  'id',
  'document_id',
  'document_page_id',
  'content',
  'annotation_type',
  'coordinates',
  'author_name',
  'author_type',
  'run_id',
  'created_at',
  'updated_at',
).extend({
  decisions: z
    .array(part(api.decision, 'verdict', 'reason', 'author_name'))
    .meta({ description: 'Review decisions about an agent’s annotation, oldest first; the last one is current.' }),
});

export const feature = part(
  api.feature,
  'id',
  'project_id',
  'name',
  'land_use',
  'coordinate',
  'run_id',
  'created_at',
  'updated_at',
  'distance_m',
  'relation',
  'direction',
  'distance_ft',
);

export const placeProposal = part(
  api.georeferenceSchemas.proposal,
  'state',
  'points',
  'agreeing',
  'streets',
  'why',
  'made_at',
);

export const georeference = part(
  api.georeferenceSchemas.georeference,
  'page_id',
  'state',
  'state_text',
  'expected_feet',
  'feet_per_pixel',
  'footprint',
  'points',
  'mask',
  'worst_point',
  'note',
  'regions',
  'updated_at',
).extend({ proposal: placeProposal.nullable() });

export const mention = part(
  api.mention,
  'id',
  'project_id',
  'feature_of_interest_id',
  'source_annotation_id',
  'current_history_id',
  'current_narrative',
  'current_confidence',
  'current_use_type',
  'history_count',
  'run_id',
  'created_at',
  'updated_at',
);

export const dataSet = part(
  api.dataSet,
  ...(['id', 'name', 'agency', 'licence', 'source_url', 'current_version_id'] as const),
).extend({
  agency_date: z.string().nullable().meta({ description: 'Of the data that are searched.' }),
  lists: z.record(z.string(), z.int()).meta({ description: 'Records by list.' }),
});

export const presentDataSet = ({ versions, ...rest }: z.output<typeof api.dataSet>) => {
  const current = versions.find(({ id }) => id === rest.current_version_id);
  return { ...rest, agency_date: current?.agency_date ?? null, lists: current?.lists ?? {} };
};

export const recordSearch = part(
  api.recordSearch,
  ...([
    'id',
    'project_id',
    'number',
    'counts',
    'appeared',
    'vanished',
    'is_outdated',
    'by_name',
    'created_at',
  ] as const),
);

export const recordHit = part(
  api.recordHit,
  ...([
    'id',
    'list',
    'record_id',
    'name',
    'address',
    'city',
    'state',
    'zip',
    'status',
    'quality',
    'accuracy_m',
  ] as const),
  ...(['longitude', 'latitude', 'distance_ft', 'direction', 'on_property', 'suggests_adjoining'] as const),
  ...(['certainty', 'site', 'site_reasons', 'disposition', 'adjoining', 'feature_id'] as const),
);

export const radiusReport = part(
  api.radiusReport,
  ...(['id', 'project_id', 'state', 'vendor', 'document_name', 'page_count', 'unread_pages', 'check'] as const),
  ...(['lists', 'doubts'] as const),
).extend({ sites: z.int(), sites_without_a_place: z.int() });

export const presentRadiusReport = ({ rows, orphans, ...report }: z.output<typeof api.radiusReport>) => ({
  ...report,
  ...{ sites: rows.length, sites_without_a_place: orphans.length },
});

export const recordProposal = part(
  api.recordProposal,
  ...(['id', 'hit_id', 'disposition', 'reason_codes', 'reason', 'state', 'created_at'] as const),
);

export const { coverage, gap } = api.coverageSchemas;
export const { lienSearch } = api.lienSearchSchemas;
export const { interview } = api.interviewSchemas;
export const questionnaire = part(api.questionnaireSchemas.questionnaire, 'project_id', 'questions', 'answers');
export const { determinationQuestion, landUse, pageTitleBlock } = api;

export const determination = part(
  api.determination,
  'id',
  'project_id',
  'feature_id',
  'kind',
  'answers',
  'reason',
  'evidence',
  'author_name',
  'status',
  'stale',
  'created_at',
);

export const determinationProposal = part(
  api.determinationProposal,
  'id',
  'project_id',
  'feature_id',
  'kind',
  'answers',
  'reason',
  'evidence',
  'status',
  'confidence',
  'run_id',
  'created_at',
);

export const volumeCorrection = z.object({
  id: z.string().meta({ description: 'Id of the correction, used to undo it.' }),
  changes: z.array(api.volumeChange).meta({ description: 'Changes made, or with `dry_run` planned, in page order.' }),
  full_page_ids: z
    .array(z.string())
    .meta({ description: 'Sheets left unchanged because they have 200 changes already.' }),
  dry_run: z.literal(true).optional().meta({ description: 'Present if nothing was written.' }),
});

export const kindCorrection = z.object({
  changes: z.array(api.pageKindChange).meta({ description: 'Pages with a changed kind.' }),
  kept_page_ids: z
    .array(z.string())
    .meta({ description: 'Pages left unchanged because they were changed after `after`.' }),
});

export const run = part(
  api.run,
  'id',
  'project_id',
  'author_name',
  'name',
  'status',
  'created_at',
  'finished_at',
  'undone_at',
);

export const outcomes = (item: z.ZodObject) =>
  z.object({
    data: z.array(
      z.object({
        index: z.int().meta({ description: 'Position of the item in the request, from 0.' }),
        status: z.int(),
        data: item.optional(),
        error: z.string().optional().meta({ description: 'Error message: correct the item and propose it again.' }),
        code: z.string().optional(),
        fields: z.record(z.string(), z.string()).optional(),
      }),
    ),
    created: z.int(),
    failed: z.int(),
    dry_run: z.literal(true).optional().meta({ description: 'Present if nothing was written.' }),
  });

export const noneCreated = ({ created, failed }: { created: number; failed: number }): boolean =>
  created === 0 && failed > 0;

/** Drops other fields, unlike the strict schema of the API. */
export const documentSplit = z.object(api.documentSplit.omit({ project_id: true }).shape);
