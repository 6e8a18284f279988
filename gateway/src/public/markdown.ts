import {
  llmsFullText,
  llmsText,
  MARKDOWN_FOLDER,
  operationMarkdown,
  PREFIX,
  referenceOf,
  type ApiDocument,
  type OpenApiDocument,
} from '@symbio/api';
import { about, unseen } from '../audit/audit-subject.js';
import { type Router, type Request, type RequestHandler } from 'express';
import { lazily } from '../lazily.js';
import { methods, nothingHere, strictRouter } from '../routing.js';
import { originOf } from '../serve.js';

/** Seconds for which a text may be kept without asking, as the document itself. */
const MAX_AGE = 300;

/** Answers a text that depends on the address only. @throws AppError NOT_FOUND where there is none */
const served =
  (type: string, cache: 'public' | 'private', write: (request: Request) => string | undefined): RequestHandler =>
  (request, response) => {
    const text = write(request);
    if (text === undefined) throw nothingHere();
    // Express adds the ETag, and answers 304 to those who have it
    response.setHeader('Cache-Control', `${cache}, max-age=${MAX_AGE}`);
    response.type(type).send(text);
  };

/**
 * The public API described for language models, for everybody: `/llms.txt`, `/llms-full.txt`, and a page of Markdown for
 * each operation.
 */
export function describedInMarkdown(document: () => OpenApiDocument, publicUrl: string): Router {
  const reference = lazily(() => referenceOf(document() as unknown as ApiDocument));
  const byFile = lazily(
    () =>
      new Map(
        reference()
          .groups.flatMap((group) => group.operations)
          .map((operation) => [`${operation.id}.md`, operation]),
      ),
  );
  const origin = (request: Request): string => originOf(request, publicUrl);
  // without a set origin a text holds what its request says of itself, which is nobody else's: no shared cache may keep it
  const cache = publicUrl ? 'public' : 'private';
  const router = strictRouter();
  methods(router, '/llms.txt', about('api', { get: unseen }), {
    get: [served('text/plain', cache, (request) => llmsText(reference(), origin(request)))],
  });
  methods(router, '/llms-full.txt', about('api', { get: unseen }), {
    get: [served('text/plain', cache, (request) => llmsFullText(reference(), origin(request)))],
  });
  methods(router, `${PREFIX}${MARKDOWN_FOLDER}/:file`, about('api', { get: unseen }), {
    get: [
      served('text/markdown', cache, (request) => {
        const operation = byFile().get(String(request.params.file));
        return operation && operationMarkdown(operation, reference(), origin(request));
      }),
    ],
  });
  return router;
}
