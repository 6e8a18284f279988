import type { AuditAction } from '@symbio/proto/identity/vocabulary';
import { z } from 'zod';
import type { Access } from './access.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Operation-specific errors, in addition to the general ones in `errors.ts`. */
export type Refusal =
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_type'
  | 'not_authorized'
  | 'unauthenticated';

/** `public`: below `/api/public`, in the released document. `app`: below `/api`, for the screens of this version. */
export type Audience = 'public' | 'app';

/** Rate limits of the gateway, applied in the given order before the operation. */
export type RateClass =
  | 'signInAddress'
  | 'signInAccount'
  | 'sso'
  | 'signUp'
  | 'secretWord'
  | 'confirm'
  | 'invitation'
  | 'passwordMail'
  | 'passwordReset'
  | 'passwordChange'
  | 'suggestions'
  | 'classifications'
  | 'exports'
  | 'filePasswords'
  | 'pageSearches'
  | 'allSearches'
  | 'unfollow';

/** Action in the audit trail; `{name}` in `operation` is replaced by that query parameter. */
export interface AuditedAction {
  action: AuditAction;
  operation: string;
}

export interface Audit {
  /** Object kind of the event catalogue that `id` names; default: the path's first word in the singular. */
  subject?: string;
  /**
   * What a successful call records; by default a GET `opened`, others nothing, since events record changes. `nothing`:
   * it reveals no project data. `named`: opened if an id is given.
   */
  records?: 'nothing' | 'named' | 'opened' | AuditedAction;
}

/** Change to the installation that no event records. */
export const administered = (operation: string): AuditedAction => ({ action: 'administered', operation });

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
  audience: Audience;
  method: Method;
  /** Below the prefix of the audience, with parameters as `{id}`. */
  path: string;
  /** Its heading. */
  tag: string;
  summary: string;
  /** Markdown: rights, units, limits, side effects. */
  description: string;
  access: Access;
  /** Refuses requests from other origins; for operations that a cookie or a form authenticates. */
  sameOrigin?: true;
  rate?: readonly RateClass[];
  audit?: Audit;
  params: Params;
  query: Query;
  /** JSON, or with `consumes` a streamed form, streamed bytes, or the fields of a form. */
  body: Body;
  /** Body type if not JSON; forms of fields are also accepted as JSON. */
  consumes?: 'multipart/form-data' | 'application/octet-stream' | 'application/x-www-form-urlencoded';
  answer: {
    status: AnswerStatus;
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

export type AnswerStatus = 200 | 201 | 202 | 204 | 302;

const noParameters = z.strictObject({});

interface Declared<Params, Query, Body, Answer> extends Omit<
  Operation,
  'audience' | 'params' | 'query' | 'body' | 'answer' | 'refusals'
> {
  audience?: Audience;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Omit<Operation['answer'], 'status' | 'schema'> & { status?: AnswerStatus; schema: Answer };
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
    audience: 'public',
    ...declared,
    params: declared.params ?? (noParameters as unknown as Params),
    query: declared.query ?? (noParameters as unknown as Query),
    body: declared.body as Body,
    answer: { status: 200, ...declared.answer },
    refusals: declared.refusals ?? [],
  };
}

interface AppDeclared<Params, Query, Body, Answer> extends Omit<
  Declared<Params, Query, Body, Answer>,
  'audience' | 'tag' | 'description' | 'access' | 'answer' | 'audit'
> {
  description?: string;
  /** Default: a signed-in person. */
  access?: 'open';
  audit: Audit & { subject: string };
  status?: AnswerStatus;
  contentTypes?: readonly string[];
  answer: Answer;
}

/** Declares an operation of the screens. */
export function appOperation<
  Answer extends z.ZodType,
  Params extends Parameters = typeof noParameters,
  Query extends Parameters = typeof noParameters,
  Body extends z.ZodType | undefined = undefined,
>({
  answer,
  status = 200,
  contentTypes,
  ...declared
}: AppDeclared<Params, Query, Body, Answer>): Operation<Params, Query, Body, Answer> {
  return operation<Answer, Params, Query, Body>({
    description: '',
    refusals: ['not_found', 'conflict'],
    ...declared,
    access: declared.access ?? 'people',
    audience: 'app',
    tag: declared.path.split('/')[1] ?? '',
    answer: { description: declared.summary, status, schema: answer, ...(contentTypes ? { contentTypes } : {}) },
  });
}

export const PREFIXES: Readonly<Record<Audience, string>> = { public: '/api/public', app: '/api' };
