/** Requests to declared operations, typed by the API documents. */
import type { paths as PublicPaths } from '@symbio/client';
import type { paths as AppPaths } from '@symbio/client/app';
import type { HttpRequest } from './request.js';

type Paths = { [Path in keyof PublicPaths as `/api/public${Path}`]: PublicPaths[Path] } & {
  [Path in keyof AppPaths as `/api${Path}`]: AppPaths[Path];
};

type Method = NonNullable<HttpRequest['method']>;

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

type BodyPart<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : object;

type Given<Operation> = Operation extends unknown
  ? PathPart<Operation> & QueryPart<Operation> & BodyPart<Operation>
  : never;

interface AnyGiven {
  path?: Readonly<Record<string, string | number>>;
  query?: HttpRequest['params'];
  body?: unknown;
}

/** Request without headers; absent query parameters are omitted. */
export function operation<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[given]: object extends Given<OperationOf<M, Path>>
    ? [given?: Given<OperationOf<M, Path>>]
    : [given: Given<OperationOf<M, Path>>]
): Pick<HttpRequest, 'url' | 'method' | 'params' | 'body'> {
  const { path: values = {}, query, body }: AnyGiven = given ?? {};
  return {
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    method,
    ...(query && { params: query }),
    ...(body !== undefined && { body }),
  };
}
