/** Requests to declared operations, typed by the API documents. */
import type { paths as PublicPaths } from '@symbio/client';
import type { paths as AppPaths } from '@symbio/client/app';

type Paths = { [Path in keyof PublicPaths as `/api/public${Path}`]: PublicPaths[Path] } & {
  [Path in keyof AppPaths as `/api${Path}`]: AppPaths[Path];
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type QueryValue = string | number | boolean | null | undefined;

export interface Call<M extends Method = Method> {
  /** On this origin. */
  url: string;
  method: M;
  /** Query parameters; undefined, null and empty values are omitted. */
  params?: Record<string, QueryValue>;
  body?: unknown;
}

type PathOf<M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Name in Lowercase<M>]: object } ? Path : never;
}[keyof Paths];

type OperationOf<M extends Method, Path extends keyof Paths> = Paths[Path][Lowercase<M> & keyof Paths[Path]];

type PathPart<Operation> = Operation extends { parameters: { path: infer Values } } ? { path: Values } : object;

type Query<Values> = {
  [Name in keyof Values]: Values[Name] | (object extends Pick<Values, Name> ? undefined : never);
};

type QueryPart<Operation> = Operation extends { parameters: { query: infer Values } }
  ? { query: Query<Values> }
  : Operation extends { parameters: { query?: infer Values } }
    ? { query?: Query<NonNullable<Values>> }
    : object;

type Readable<Value> = Value extends FormData | Blob
  ? Value
  : Value extends (infer Item)[]
    ? readonly Readable<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Readable<Value[Name]> }
      : Value;

type Content<Body> = Body extends { 'application/json': infer Json }
  ? Json
  : Body extends { 'application/x-www-form-urlencoded': infer Fields }
    ? Fields
    : Body extends { 'multipart/form-data': object }
      ? FormData
      : Blob;

type BodyPart<Operation> = Operation extends { requestBody?: never }
  ? object
  : Operation extends { requestBody: { content: infer Body } }
    ? { body: Readable<Content<Body>> }
    : Operation extends { requestBody?: { content: infer Body } }
      ? { body?: Readable<Content<Body>> }
      : object;

type Given<Operation> = Operation extends unknown
  ? PathPart<Operation> & QueryPart<Operation> & BodyPart<Operation>
  : never;

interface AnyGiven {
  path?: Readonly<Record<string, string | number>>;
  query?: Call['params'];
  body?: unknown;
}

/** Body of an operation. */
export type BodyOf<M extends Method, Path extends PathOf<M>> =
  BodyPart<OperationOf<M, Path>> extends { body?: infer Body } ? NonNullable<Body> : never;

/** Request without headers; absent query parameters are omitted. */
export function operation<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[given]: object extends Given<OperationOf<M, Path>>
    ? [given?: Given<OperationOf<M, Path>>]
    : [given: Given<OperationOf<M, Path>>]
): Call<M> {
  const { path: values = {}, query, body }: AnyGiven = given ?? {};
  return {
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    method,
    ...(query && { params: query }),
    ...(body !== undefined && { body }),
  };
}
