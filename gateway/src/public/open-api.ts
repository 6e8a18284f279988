import { createHash } from 'node:crypto';
import { about, unseen } from '../audit/audit-subject.js';
import { API_VERSION, type OpenApiDocument } from '@symbio/api';
import { type Router, type RequestHandler } from 'express';
import { invalidFields } from '@symbio/kit';
import { lazily } from '../lazily.js';
import { methods, strictRouter } from '../routing.js';

/** Seconds for which the document may be kept without asking: it changes with a new version of the product only. */
const MAX_AGE = 300;

/**
 * Says on every answer of the public API which version of the document it follows. Callers may say which one they expect.
 * @throws AppError INVALID_ARGUMENT for a version that is not served
 */
export const versioned: RequestHandler = (request, response, next) => {
  response.setHeader('Symbio-Version', API_VERSION);
  const wanted = request.get('symbio-version');
  if (wanted !== undefined && wanted !== API_VERSION)
    throw invalidFields({ 'Symbio-Version': `Only version ${API_VERSION} is served` });
  next();
};

/** GET /api/public/openapi.json: the document of the public API, for everybody. */
export function openApi(described: () => OpenApiDocument): Router {
  const served = lazily(() => {
    // bytes, made once: of a text each answer would hold half a megabyte of its own for as long as somebody takes to read it
    const document = Buffer.from(JSON.stringify(described()));
    return { document, etag: `"${createHash('sha256').update(document).digest('base64url').slice(0, 27)}"` };
  });
  const router = strictRouter();
  methods(router, '/openapi.json', about('api', { get: unseen }), {
    get: [
      (_request, response) => {
        const { document, etag } = served();
        response.setHeader('ETag', etag);
        response.setHeader('Cache-Control', `public, max-age=${MAX_AGE}`);
        // Express answers 304 to those who have it
        response.type('json').send(document);
      },
    ],
  });
  return router;
}
