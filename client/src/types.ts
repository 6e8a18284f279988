import type { MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from 'openapi-typescript-helpers';
import type { paths } from '../gen/schema.js';

export type PathOf<Method extends HttpMethod> = PathsWithMethod<paths, Method>;

/** Call options: `params`, `body`, `headers`, `signal` and so on. */
export type InitOf<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>;

/** Last call parameter, optional if nothing in it is required. */
export type InitParameter<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** Successful response body of an operation. */
export type AnswerOf<Path extends keyof paths, Method extends HttpMethod, Init = unknown> = paths[Path] extends {
  [Name in Method]: { responses: infer Responses extends Record<number, unknown> };
}
  ? ParseAsResponse<SuccessResponse<Responses>, Init>
  : never;

/** Typed call. @throws SymbioError for every error response */
export type Call<Method extends HttpMethod> = <Path extends PathOf<Method>, Init extends InitOf<Path, Method>>(
  path: Path,
  ...init: InitParameter<Init>
) => Promise<AnswerOf<Path, Method, Init>>;

export type ListPath = {
  [Path in PathOf<'get'>]: AnswerOf<Path, 'get'> extends { data: unknown[]; total_pages: number } ? Path : never;
}[PathOf<'get'>];

export type ItemOf<Path extends ListPath> = AnswerOf<Path, 'get'> extends { data: (infer Item)[] } ? Item : never;
