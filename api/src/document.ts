import { DEFAULT_PER_PAGE, MAX_ROWS } from '@symbio/proto/limits';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { refusalsOf, type ErrorDescription } from './errors.js';
import { headings } from './all-operations.js';
import { PREFIXES, type Audience, type Operation } from './operation.js';
import { refusal } from './schemas/common.js';
import { API_VERSION } from './version.js';

const count = (value: number): string => value.toLocaleString('en-US');

const DESCRIPTION = `Phase I environmental site assessments: projects, their documents and pages, the annotations on them, and the evidence based on them.

**Credentials.** \`Authorization: Bearer sk_…\`, with an API key from Settings / Public API. **Ids** are opaque. **Timestamps** are RFC 3339 in UTC.
**Lists** take \`page\` and \`per_page\` (at most 100), growing ones also \`cursor\`; without any of these they return up to ${count(MAX_ROWS)} items; projects, documents, issues and page search return ${DEFAULT_PER_PAGE}.
**Errors** have the form \`Error\` and list all invalid fields. Unknown, repeated and blank query parameters are rejected.
**Retries.** Send \`Idempotency-Key\` with every POST: a repeat within 24 hours returns the first response.
**Limits.** JSON bodies may have 1 MB, batches of annotations and mentions 8 MB. \`RateLimit\` and \`RateLimit-Policy\` report the remaining requests; 429 comes with \`Retry-After\`.
**Versions.** every response has \`Symbio-Version\`. Additions do not change the version; removals are marked \`deprecated\` in this document 6 months ahead.`;

const APP_DESCRIPTION =
  'Operations of Symbio’s own screens: they change with every version, and API keys cannot use them.';

const headers = z.object({
  'X-Request-Id': z.string().meta({ description: 'Id of this request.', header: { id: 'RequestId' } }),
  'Symbio-Version': z.string().meta({ description: 'Version of the document.', header: { id: 'Version' } }),
});

const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .meta({ description: 'Your key for this request: a repeat within 24 hours returns the first response.' });

/** Combined response schema of operations sharing an address. */
const anyOf = (schemas: z.ZodType[]): z.ZodType => {
  const [first, second, ...more] = schemas;
  return first && second ? z.union([first, second, ...more]) : (first ?? z.never());
};

/** Combined parameters of operations sharing an address; required only if all require them. */
function merged(variants: readonly Operation[]): z.ZodObject {
  const shape: Record<string, z.core.SomeType> = {};
  for (const { query } of variants)
    for (const [name, schema] of Object.entries(query.shape))
      shape[name] ??= variants.every((variant) => name in variant.query.shape)
        ? schema
        : z.optional(schema as z.ZodType).meta(z.globalRegistry.get(schema as z.ZodType) ?? {});
  return z.strictObject(shape);
}

type RefusalResponses = (meaning: ErrorDescription) => ZodOpenApiResponseObject;

/** Shared response objects: the document generator recognizes reuse by identity. */
function refusalResponses(): RefusalResponses {
  const known = new Map<string, ZodOpenApiResponseObject>();
  return ({ id, description }) => {
    const response = known.get(id) ?? {
      id,
      description,
      headers,
      content: { 'application/json': { schema: refusal } },
    };
    known.set(id, response);
    return response;
  };
}

/** Marks text parameters as non-blank, as blank ones are refused. */
function requireNonEmpty(document: OpenApiDocument): void {
  for (const methods of Object.values(document.paths ?? {}))
    for (const operation of Object.values(
      methods as Record<string, { parameters?: { in?: string; schema?: object }[] }>,
    ))
      for (const { in: place, schema } of operation.parameters ?? [])
        if (place === 'query' && schema && 'type' in schema && schema.type === 'string' && !('enum' in schema))
          Object.assign(schema, { minLength: 1 });
}

function described(variants: readonly Operation[], refused: RefusalResponses): ZodOpenApiOperationObject {
  const main = variants.find(({ selector }) => selector === undefined) ?? variants[0];
  if (!main) throw new Error('an address without an operation');
  const { body, consumes, answer } = main;
  const refusals = new Map(variants.flatMap((variant) => [...refusalsOf(variant)]));
  const content = Object.fromEntries(
    (answer.contentTypes ?? ['application/json']).map((type) => [
      type,
      type === 'application/json'
        ? { schema: anyOf(variants.map((variant) => variant.answer.schema)) }
        : { schema: { type: 'string' as const, format: 'binary' } },
    ]),
  );
  return {
    operationId: main.id,
    tags: [main.tag],
    summary: main.summary,
    description: [
      main.description,
      ...variants
        .filter((variant) => variant !== main)
        .map((variant) => `With \`${variant.selector}\`: ${variant.summary}.`),
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(main.access === 'open' ? { security: [] } : {}),
    requestParams: {
      path: main.params,
      query: merged(variants),
      ...(main.method === 'post' ? { header: z.object({ 'Idempotency-Key': idempotencyKey }) } : {}),
    },
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              [consumes ?? 'application/json']: {
                schema: body,
                ...(main.example?.body === undefined ? {} : { example: main.example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      [String(answer.status)]: {
        description: answer.description,
        headers: answer.headers ? headers.extend(answer.headers.shape) : headers,
        content,
      },
      ...Object.fromEntries([...refusals].map(([status, meaning]) => [String(status), refused(meaning)])),
    },
    'x-symbio-access': main.access,
    ...(variants.length > 1
      ? {
          'x-symbio-variants': variants.map(({ id, selector, summary, insteadUse, query }) => ({
            id,
            selector,
            summary,
            insteadUse,
            required: Object.entries(query.shape)
              .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
              .map(([name]) => name),
          })),
        }
      : {}),
    ...(main.example ? { 'x-symbio-example': main.example } : {}),
  };
}

/** In declaration order. */
export function byAddress(operations: readonly Operation[]): Map<string, Map<string, Operation[]>> {
  const paths = new Map<string, Map<string, Operation[]>>();
  for (const one of operations) {
    const methods = paths.get(one.path) ?? new Map<string, Operation[]>();
    paths.set(one.path, methods);
    methods.set(one.method, [...(methods.get(one.method) ?? []), one]);
  }
  return paths;
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Builds the OpenAPI 3.1 document of an audience's operations as JSON. */
export function openApiDocument(operations: readonly Operation[], audience: Audience = 'public'): OpenApiDocument {
  const isPublic = audience === 'public';
  const refused = refusalResponses();
  const paths: ZodOpenApiPathsObject = {};
  for (const [path, methods] of byAddress(operations))
    paths[path] = Object.fromEntries([...methods].map(([method, variants]) => [method, described(variants, refused)]));
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: isPublic ? 'Symbio' : 'Symbio (screens)',
        version: API_VERSION,
        description: isPublic ? DESCRIPTION : APP_DESCRIPTION,
        contact: { name: 'Symbio', url: '/settings/public-api' },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: PREFIXES[audience] }],
      security: [{ apiKey: [] }],
      ...(isPublic ? { tags: headings.map(({ tag: name, description }) => ({ name, description })) } : {}),
      paths,
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `sk_…`, or a person’s access token.' },
        },
      },
    },
    {
      // patterns only repeat type and format
      override: ({ jsonSchema }) => {
        if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date' || jsonSchema.type === 'integer')
          delete jsonSchema.pattern;
        // omit the implicit bound of all integers
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  );
  requireNonEmpty(document);
  return document;
}
