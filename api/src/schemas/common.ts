import { FOLLOWED_AGAIN_SECONDS, MAX_BATCH, MAX_PER_PAGE } from '@symbio/proto/limits';
import { ONE_LINE, notOneLine } from '@symbio/proto/lines';
import { z } from 'zod';

/** Maximum page number: int32 in the services. */
const MAX_PAGE = 2_147_483_647;

/** Entity names of schemas made by `id`. */
const things = new WeakMap<object, string>();

/** "document_id is required", from the path. */
const isRequired = ({ path }: { path?: PropertyKey[] | undefined }) => `${path?.join('.') ?? 'id'} is required`;

/**
 * An entity id (UUID). Malformed ids are answered like unknown ones: 404.
 * @param description for the document
 */
export function id(thing: string, description = `Id of the ${thing.toLowerCase()}.`) {
  const schema = z
    .string({ error: isRequired })
    .min(1, { error: isRequired })
    .meta({ description, examples: ['01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa'], 'x-symbio-id': thing });
  things.set(schema, thing);
  return schema;
}

/** Generated clients and models send these for absent values. */
const absentIfEmpty = (value: string | null | undefined): string | undefined =>
  value === '' ? undefined : (value ?? undefined);

/** An optional entity id in a body; null and empty count as absent. */
export function optionalId(thing: string, description: string) {
  const schema = z
    .string({ error: ({ path }) => `${path?.join('.') ?? 'id'} must be a text` })
    .meta({ description, examples: ['01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa'], 'x-symbio-id': thing })
    .transform(absentIfEmpty);
  things.set(schema, thing);
  return schema.nullish();
}

/** Id fields of an object and their entities (`id`). */
export function idsOf(schema: z.ZodObject): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, field] of Object.entries(schema.shape)) {
    let inner = field as z.ZodType;
    while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap() as z.ZodType;
    const thing = things.get(inner);
    if (thing !== undefined) found.set(name, thing);
  }
  return found;
}

const UUID_ERROR = 'id must be a UUID';

/** Client-chosen id, so that a call with a lost response can be repeated; null and empty count as absent. */
export const clientId = z
  .union([z.uuid({ error: UUID_ERROR }), z.literal(''), z.null()], { error: UUID_ERROR })
  .optional()
  .transform(absentIfEmpty)
  .meta({
    description:
      'Your own id for it (a UUID): the same call again answers what there is, as it is by then, and makes nothing twice. Other content under an id that is taken is refused with 409 `id_taken`.',
  });

/** Optional text; null counts as absent. */
export const text = z.string().nullish();

/** "name is too long", from the path. */
const isTooLong =
  (max: number) =>
  ({ path }: { path?: PropertyKey[] | undefined }) =>
    `${path?.join('.') ?? 'The text'} is too long (at most ${max} characters)`;

/** Optional text with a maximum length. */
export const textUpTo = (max: number) =>
  z
    .string()
    .max(max, { error: isTooLong(max) })
    .nullish();

/** Text of 1 to `max` characters. */
export const requiredText = (max: number) =>
  z
    .string({ error: isRequired })
    .regex(/\S/, { error: isRequired })
    .max(max, { error: isTooLong(max) });

const tooLong = (label: string, max: number): string => `${label} is too long (at most ${max} characters)`;

/** Optional single-line text. */
export const line = (label: string, max: number) =>
  z.string().trim().max(max, tooLong(label, max)).regex(ONE_LINE, notOneLine(label));

/** Required single-line text. @param sentence error if missing */
export const requiredLine = (label: string, max: number, sentence = `${label} is required`) =>
  z
    .string({ error: sentence })
    .trim()
    .regex(/\S/, sentence)
    .max(max, tooLong(label, max))
    .regex(ONE_LINE, notOneLine(label));

/** A calendar day in a request. */
export const day = (sentence: string) => z.iso.date({ error: sentence });

/** A timestamp in a response: RFC 3339, UTC, milliseconds. */
export const moment = z.string().meta({ format: 'date-time', examples: ['2026-11-22T09:30:00.000Z'] });

/** A vocabulary word in a response. */
export const word = (vocabulary: readonly string[]) =>
  z
    .string()
    .refine((value) => vocabulary.includes(value), `not one of ${vocabulary.join(', ')}`)
    .meta({ override: { enum: [...vocabulary] } });

/** A timestamp in a request: RFC 3339 with offset. */
export const givenMoment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time such as 2026-11-22T09:30:00Z` });

/** `updated_at` in a body: the state known to the caller. */
export const seen = givenMoment('updated_at').nullish().meta({
  description: '`updated_at` of the item as you saw it: when somebody has changed it since, the answer is 409.',
});

/** The `updated_at` known to the caller, if given. */
export const lastSeen = (input: { updated_at?: string | null | undefined }): Date | undefined =>
  input.updated_at ? new Date(input.updated_at) : undefined;

const wholeNumber = (name: string, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, `${name} must be a whole number from 1`)
    .transform(Number)
    .refine((value) => value <= max, `${name} must be at most ${max}`)
    .optional()
    .meta({ override: { type: 'integer', minimum: 1, maximum: max } });

/** List parameters. */
export const paging = {
  page: wholeNumber('page', MAX_PAGE).meta({
    description: 'Which page, from 1.',
    override: { type: 'integer', minimum: 1, maximum: MAX_PAGE },
  }),
  per_page: wholeNumber('per_page', MAX_PER_PAGE).meta({
    description: `Items a page, at most ${MAX_PER_PAGE}.`,
    override: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
  }),
  perPage: wholeNumber('perPage', MAX_PER_PAGE).meta({
    description: 'The same as `per_page`.',
    override: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
    deprecated: true,
  }),
};

/** Parameters of lists that grow during paging. */
export const cursorPaging = {
  ...paging,
  cursor: z.string().optional().meta({
    description:
      '`next_cursor` of the answer before: goes on after its last item, however the list has grown. Instead of `page`.',
  }),
};

/** Filter for changes. */
export const updatedAfter = givenMoment('updated_after').optional().meta({
  description:
    'Only items that were made or changed after this moment. To follow a list, begin with `1970-01-01T00:00:00Z`, read all pages of the answer, and send `next_updated_after` of its first page the next time. Do not send the newest `updated_at` you saw: a change that was being written then may carry an earlier one. What was deleted since is not among them: compare ids with all that there are, and ask for runs with `status=undone`.',
});

/** A boolean query parameter. */
export const flag = (name: string, description: string) =>
  z
    .enum(['true', 'false'], { error: `${name} must be true or false` })
    .transform((value) => value === 'true')
    .optional()
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: { type?: unknown; enum?: unknown } }) => {
        jsonSchema.type = 'boolean';
        delete jsonSchema.enum;
      },
    });

/** Dry run. */
export const dryRun = flag('dry_run', 'Checks everything, rights too, and answers what it would; nothing is written.');

/** A list response. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    page: z.int().meta({ description: 'Which page this is.' }),
    per_page: z.int().meta({ description: 'Items a page.' }),
    total_pages: z.int().meta({ description: 'How many pages there are.' }),
    count: z.int().meta({
      description:
        'How many items there are in all. Where these are ten thousand or more, it may be of up to ten seconds ago.',
    }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: '`cursor` of the items after these; null at the end, and of lists that know no cursors.' }),
  });

/** A list response that supports polling with {@link updatedAfter}. */
export const followedList = <Item extends z.ZodType>(item: Item) =>
  list(item).extend({
    next_updated_after: z
      .string()
      .optional()
      .meta({
        description: `There when \`updated_after\` was given, on the first page: what to send as \`updated_after\` the next time, so that no change is missed, whatever was being written meanwhile. It lies ${FOLLOWED_AGAIN_SECONDS} seconds back: what changed since then comes again, so keep items by their \`id\`. Items that change while you read further pages come the next time.`,
        examples: ['2026-11-22T09:28:00.000Z'],
      }),
  });

/** A single-item response. */
export const one = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: item });

/** A write response that supports dry runs. */
export const written = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: item,
    dry_run: z.literal(true).optional().meta({ description: 'There when nothing was written.' }),
  });

/** A deletion response. */
export const success = z.strictObject({
  success: z.literal(true),
  dry_run: z.literal(true).optional().meta({ description: 'There when nothing was deleted.' }),
});

/** An error response (ERR-01). */
export const refusal = z
  .object({
    error: z.string().meta({ description: 'A sentence for a person.' }),
    code: z.string().meta({ description: 'A stable name for programs.', examples: ['invalid_fields'] }),
    request_id: z.string().meta({ description: 'Of this request: name it when you ask about it.' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'What is wrong with each parameter or field, all at once.' }),
  })
  .meta({ id: 'Error', description: 'Why a request was refused.' });

/** A batch response. */
export const batchAnswer = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(
      z.strictObject({
        index: z.int().meta({ description: 'Place of the item in the request, from 0.' }),
        status: z.int().meta({
          description:
            'What the item alone would have been answered: 201, or the status of its refusal. 424: it could have been written, and was not as others could not (mode `all`, code `batch_refused`).',
        }),
        data: item.optional(),
        error: z.string().optional(),
        code: z.string().optional(),
        fields: z.record(z.string(), z.string()).optional(),
      }),
    ),
    created: z.int(),
    failed: z.int(),
    dry_run: z.literal(true).optional(),
  });

/** Batch mode: each item, or all or nothing. */
export const batchMode = z.enum(['each', 'all'], { error: 'mode must be each or all' }).default('each').meta({
  description:
    '`each`: every item that can be written is. `all`: nothing is, unless all can; items that could have been are answered 424 `batch_refused`. A malformed item refuses the whole request in both.',
});

/** General rule for batch items. */
export const BATCH_RULE =
  'A malformed item (a field that is missing, unknown or of another form) refuses the whole request: 400, with all of them in `fields`, such as `items.3.run_id`. Otherwise each item is checked and answered by itself, in the order of the request. The body may have 8 MB.';

/** Batch items. */
export const batchItems = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: 'items must be a list' })
    .min(1, 'items must hold at least one item')
    .max(MAX_BATCH, `items must hold at most ${MAX_BATCH} items`);
