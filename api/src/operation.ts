import { z } from 'zod';
import type { Access } from './access.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Operation-specific errors, in addition to the general ones in `errors.ts`. */
export type Refusal = 'not_found' | 'conflict' | 'stale' | 'too_large' | 'unsupported_type' | 'not_authorized';

export interface Heading {
  tag: string;
  /** One sentence. */
  description: string;
}

export type Parameters = z.ZodObject;

/** Declared operation. Its types define handler input and output. */
export interface Operation<
  Params extends Parameters = Parameters,
  Query extends Parameters = Parameters,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Operation id in document, clients and links, such as `listAnnotations`. */
  id: string;
  method: Method;
  /** Below `/api/public`, with parameters as `{id}`. */
  path: string;
  /** Its heading. */
  tag: string;
  summary: string;
  /** Markdown: rights, units, limits, side effects. */
  description: string;
  access: Access;
  params: Params;
  query: Query;
  /** JSON, or with `consumes` the fields of a multipart form. */
  body: Body;
  /** Body type if not JSON. */
  consumes?: 'multipart/form-data';
  answer: {
    /** 202: accepted, and done afterwards. */
    status: 200 | 201 | 202;
    description: string;
    schema: Answer;
    /** Response types other than JSON: pictures, text. */
    contentTypes?: readonly string[];
    /** Additional response headers. */
    headers?: z.ZodObject;
  };
  refusals: readonly Refusal[];
  /** Selects the operation by this query parameter; default: the one without selector. */
  selector?: string;
  /** Equivalent path with one response shape, used by clients. */
  insteadUse?: string;
  /** Working example request for the documentation. */
  example?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
}

const noParameters = z.strictObject({});

interface Declared<Params, Query, Body, Answer> extends Omit<
  Operation,
  'params' | 'query' | 'body' | 'answer' | 'refusals'
> {
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Omit<Operation['answer'], 'status' | 'schema'> & { status?: 200 | 201 | 202; schema: Answer };
  refusals?: readonly Refusal[];
}

/** Declares an operation, with defaults for omitted properties. */
export function operation<
  Answer extends z.ZodType,
  Params extends Parameters = typeof noParameters,
  Query extends Parameters = typeof noParameters,
  Body extends z.ZodType | undefined = undefined,
>(declared: Declared<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return {
    ...declared,
    params: declared.params ?? (noParameters as unknown as Params),
    query: declared.query ?? (noParameters as unknown as Query),
    body: declared.body as Body,
    answer: { status: 200, ...declared.answer },
    refusals: declared.refusals ?? [],
  };
}
