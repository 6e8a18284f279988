import type { MaybeOptionalInit, ParseAsResponse } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf, SuccessResponse } from 'openapi-typescript-helpers';
import type { paths } from '../gen/schema.js';

/** Paths that know a method. */
export type PathOf<Method extends HttpMethod> = PathsWithMethod<paths, Method>;

/** What a call may say: `params`, `body`, `headers`, `signal` and the like. */
export type InitOf<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>;

/** The last parameter of a call, which may be left out where nothing in it is needed. */
export type InitParameter<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** What an operation answers when it succeeds. */
export type AnswerOf<Path extends keyof paths, Method extends HttpMethod, Init = unknown> = paths[Path] extends {
  [Name in Method]: { responses: infer Responses extends Record<number, unknown> };
}
  ? ParseAsResponse<SuccessResponse<Responses>, Init>
  : never;

/** A call: path, what it says, and what is answered. @throws SymbioError for every refusal */
export type Call<Method extends HttpMethod> = <Path extends PathOf<Method>, Init extends InitOf<Path, Method>>(
  path: Path,
  ...init: InitParameter<Init>
) => Promise<AnswerOf<Path, Method, Init>>;

/** Paths that answer a list with pages. */
export type ListPath = {
  [Path in PathOf<'get'>]: AnswerOf<Path, 'get'> extends { data: unknown[]; total_pages: number } ? Path : never;
}[PathOf<'get'>];

/** An item of a list. */
export type ItemOf<Path extends ListPath> = AnswerOf<Path, 'get'> extends { data: (infer Item)[] } ? Item : never;
