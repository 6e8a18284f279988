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
 * Entity id (UUID). Malformed ids are answered like unknown ones: 404.
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

/** Optional entity id in a body; null and empty count as absent. */
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

/** Client-chosen id for safe repeats; null and empty count as absent. */
export const clientId = z
  .union([z.uuid({ error: UUID_ERROR }), z.literal(''), z.null()], { error: UUID_ERROR })
  .optional()
  .transform(absentIfEmpty)
  .meta({
    description:
      'Your own id for it (a UUID): a repeated call returns the existing item and creates no duplicate. Other content with the same id is rejected with 409 `id_taken`.',
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

export const day = (sentence: string) => z.iso.date({ error: sentence });

/** Timestamp in a response: RFC 3339, UTC, milliseconds. */
/** Pixels of a full-resolution image. */
export const pictureSize = z.strictObject({ width: z.int(), height: z.int() });

export const moment = z.string().meta({ format: 'date-time', examples: ['2026-11-22T09:30:00.000Z'] });

export const word = (vocabulary: readonly string[]) =>
  z
    .string()
    .refine((value) => vocabulary.includes(value), `not one of ${vocabulary.join(', ')}`)
    .meta({ override: { enum: [...vocabulary] } });

/** Timestamp in a request: RFC 3339 with offset. */
export const givenMoment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time such as 2026-11-22T09:30:00Z` });

/** `updated_at` in a body: the state known to the caller. */
export const seen = givenMoment('updated_at').nullish().meta({
  description: 'The item’s `updated_at` that you read: if it was changed since, the response is 409.',
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
    description: `Items per page, at most ${MAX_PER_PAGE}.`,
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
      '`next_cursor` of the previous response: continues after its last item, even if the list has grown. Instead of `page`.',
  }),
};

/** Filter for changes. */
export const updatedAfter = givenMoment('updated_after').optional().meta({
  description:
    'Only items created or changed after this time. To follow a list, start with `1970-01-01T00:00:00Z`, read all pages, and send the first page’s `next_updated_after` the next time. Do not send the newest `updated_at` you read: a change in progress may have an earlier one. Deleted items are not included: compare ids with the full list, and request runs with `status=undone`.',
});

/** Boolean query parameter. */
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

export const dryRun = flag(
  'dry_run',
  'Validates the request and permissions and returns the expected response without writing.',
);

export const list = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    page: z.int().meta({ description: 'Number of this page.' }),
    per_page: z.int().meta({ description: 'Items per page.' }),
    total_pages: z.int().meta({ description: 'Total number of pages.' }),
    count: z.int().meta({
      description: 'Total number of items. From ten thousand on it may be up to ten seconds old.',
    }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: '`cursor` of the next items; null at the end, and for lists without cursors.' }),
  });

/** List response that supports polling with {@link updatedAfter}. */
export const followedList = <Item extends z.ZodType>(item: Item) =>
  list(item).extend({
    next_updated_after: z
      .string()
      .optional()
      .meta({
        description: `On the first page, if \`updated_after\` was given: send it as \`updated_after\` the next time, so that no change is missed. It is ${FOLLOWED_AGAIN_SECONDS} seconds in the past: recent changes are returned again, so store items by \`id\`. Items that change while you read further pages are returned the next time.`,
        examples: ['2026-11-22T09:28:00.000Z'],
      }),
  });

/** Single-item response. */
export const one = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: item });

/** A write response that supports dry runs. */
export const written = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: item,
    dry_run: z.literal(true).optional().meta({ description: 'Present if nothing was written.' }),
  });

/** Deletion response. */
export const success = z.strictObject({
  success: z.literal(true),
  dry_run: z.literal(true).optional().meta({ description: 'Present if nothing was deleted.' }),
});

/** Error response (ERR-01). */
export const refusal = z
  .object({
    error: z.string().meta({ description: 'Message for people.' }),
    code: z.string().meta({ description: 'Stable code for programs.', examples: ['invalid_fields'] }),
    request_id: z.string().meta({ description: 'Id of this request; quote it in support questions.' }),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'The problem of each invalid parameter or field.' }),
  })
  .meta({ id: 'Error', description: 'An error response.' });

export const batchAnswer = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(
      z.strictObject({
        index: z.int().meta({ description: 'Position of the item in the request, from 0.' }),
        status: z.int().meta({
          description:
            'Status of the item: 201, or that of its error. 424: the item is valid but was not written because others are invalid (mode `all`, code `batch_refused`).',
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

export const batchMode = z.enum(['each', 'all'], { error: 'mode must be each or all' }).default('each').meta({
  description:
    '`each`: writes all valid items. `all`: writes nothing unless all items are valid; valid ones then get 424 `batch_refused`. In both modes a malformed item rejects the whole request.',
});

export const BATCH_RULE =
  'A malformed item (missing, unknown or malformed field) rejects the whole request with 400; `fields` lists all of them, such as `items.3.run_id`. Otherwise each item is validated individually; results are in request order. The body may have 8 MB.';

export const batchItems = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: 'items must be a list' })
    .min(1, 'items must hold at least one item')
    .max(MAX_BATCH, `items must hold at most ${MAX_BATCH} items`);

/** Body of a change, which must name a field to change besides `updated_at`. */
export function changing<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.keys(shape).filter((name) => name !== 'updated_at');
  return z
    .strictObject(shape)
    .refine((input) => fields.some((name) => (input as Record<string, unknown>)[name] !== undefined), {
      error: `Nothing to change: give at least one of ${fields.join(', ')}`,
    });
}

/** Number in a query. */
export const decimal = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .regex(/^-?\d{1,9}(\.\d{1,15})?$/, `${name} must be a number`)
    .transform(Number)
    .meta({ override: { type: 'number' } });

const DEGREES = String.raw`-?\d{1,3}(?:\.\d+)?`;

/** Degrees in a query, by comma. @param names of the numbers, such as longitude,latitude */
export const degrees = (name: string, names: string) =>
  z
    .string()
    .regex(new RegExp(`^${names.replaceAll(/\w+/g, DEGREES)}$`), `${name} must be ${names} in degrees`)
    .transform((text) => text.split(',').map(Number))
    .meta({ description: `\`${names}\` in degrees.`, override: { type: 'string' } });
