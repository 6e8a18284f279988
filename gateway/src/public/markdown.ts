import {
  llmsFullText,
  llmsText,
  MARKDOWN_FOLDER,
  operationMarkdown,
  PREFIXES,
  referenceOf,
  type ApiDocument,
  type OpenApiDocument,
} from '@symbio/api';
import { about } from '../http/audit/audit-subject.js';
import { type Router, type Request, type RequestHandler } from 'express';
import { lazy } from '../http/lazy.js';
import { methods, nothingHere, strictRouter } from '../http/routing.js';
import { originOf } from '../http/serve.js';

/** Cache lifetime in seconds, as for the OpenAPI document. */
const MAX_AGE = 300;

/** Serves a text that depends on the address only. @throws AppError NOT_FOUND if absent */
const served =
  (type: string, cache: 'public' | 'private', write: (request: Request) => string | undefined): RequestHandler =>
  (request, response) => {
    const text = write(request);
    if (text === undefined) throw nothingHere();
    response.setHeader('Cache-Control', `${cache}, max-age=${MAX_AGE}`);
    response.type(type).send(text);
  };

/** Public API for language models: `/llms.txt`, `/llms-full.txt`, and a Markdown page per operation. */
export function describedInMarkdown(document: () => OpenApiDocument, publicUrl: string): Router {
  const reference = lazy(() => referenceOf(document() as unknown as ApiDocument));
  const byFile = lazy(
    () =>
      new Map(
        reference()
          .groups.flatMap((group) => group.operations)
          .map((operation) => [`${operation.id}.md`, operation]),
      ),
  );
  const origin = (request: Request): string => originOf(request, publicUrl);
  // without PUBLIC_URL the text contains the request's own origin
  const cache = publicUrl ? 'public' : 'private';
  const router = strictRouter();
  methods(router, '/llms.txt', about('api'), {
    get: [served('text/plain', cache, (request) => llmsText(reference(), origin(request)))],
  });
  methods(router, '/llms-full.txt', about('api'), {
    get: [served('text/plain', cache, (request) => llmsFullText(reference(), origin(request)))],
  });
  methods(router, `${PREFIXES.public}${MARKDOWN_FOLDER}/:file`, about('api'), {
    get: [
      served('text/markdown', cache, (request) => {
        const operation = byFile().get(String(request.params.file));
        return operation && operationMarkdown(operation, reference(), origin(request));
      }),
    ],
  });
  return router;
}
