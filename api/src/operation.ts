import { z } from 'zod';
import type { Access } from './access.js';

/** Methods of the public API. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** Refusals that an operation may answer beside those that any may (`errors.ts`). */
export type Refusal = 'not_found' | 'conflict' | 'stale' | 'too_large' | 'unsupported_type' | 'not_authorized';

/** A heading of the document, under which operations stand. A module of `operations/` exports one as `about`. */
export interface Heading {
  tag: string;
  /** What stands below it, in a sentence. */
  description: string;
}

/** Parameters of an address, from a text to what it stands for. */
export type Parameters = z.ZodObject;

/** What every operation has. Its types tell handlers what they get and what they must answer. */
export interface Operation<
  Params extends Parameters = Parameters,
  Query extends Parameters = Parameters,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Its name in the document, in clients and in links, such as `listAnnotations`. */
  id: string;
  method: Method;
  /** Below `/api/public`, with parameters as `{id}`. */
  path: string;
  /** The heading it stands under. */
  tag: string;
  /** What it does, in a few words. */
  summary: string;
  /** What a caller needs to know more, in Markdown: rights, units, limits, what happens to other things. */
  description: string;
  access: Access;
  params: Params;
  query: Query;
  /** JSON, or with `consumes` the fields of a form with files. */
  body: Body;
  /** What the request body is when it is not JSON. */
  consumes?: 'multipart/form-data';
  answer: {
    status: 200 | 201;
    description: string;
    schema: Answer;
    /** Other types than JSON that the answer may have: pictures, text. */
    contentTypes?: readonly string[];
    /** Headers of the answer beside those of every answer. */
    headers?: z.ZodObject;
  };
  refusals: readonly Refusal[];
  /**
   * Several operations can share a method and a path: of these, the one whose `selector` is in the query is meant, and the
   * one without a selector otherwise.
   */
  selector?: string;
  /** The path that offers the same with an answer of one shape: clients use it instead of this operation. */
  insteadUse?: string;
  /** A real request, shown in the documentation. */
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
  answer: Omit<Operation['answer'], 'status' | 'schema'> & { status?: 200 | 201; schema: Answer };
  refusals?: readonly Refusal[];
}

/** Declares an operation. What is left out is empty. */
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
