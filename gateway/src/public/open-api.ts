import { createHash } from 'node:crypto';
import { API_VERSION, app, type OpenApiDocument } from '@symbio/api';
import type { RequestHandler } from 'express';
import { invalidFields } from '@symbio/runtime';
import { lazy } from '../http/lazy.js';
import { rawRoute, type RawRoute } from '../http/serve.js';

/** Cache lifetime in seconds; the document changes only with a release. */
const MAX_AGE = 300;

/**
 * Adds the API version to responses.
 * @throws AppError INVALID_ARGUMENT if the client requests another version
 */
export const versioned: RequestHandler = (request, response, next) => {
  response.setHeader('Symbio-Version', API_VERSION);
  const wanted = request.get('symbio-version');
  if (wanted !== undefined && wanted !== API_VERSION)
    throw invalidFields({ 'Symbio-Version': `Only version ${API_VERSION} is served` });
  next();
};

/** GET /api/public/openapi.json: the OpenAPI document, without authentication. */
export function openApi(described: () => OpenApiDocument): RawRoute[] {
  const served = lazy(() => {
    // a shared buffer: a string would be copied for each slow client
    const document = Buffer.from(JSON.stringify(described()));
    return { document, etag: `"${createHash('sha256').update(document).digest('base64url').slice(0, 27)}"` };
  });
  return [
    rawRoute(app.openApi.getOpenApiDocument, (_input, _request, response) => {
      const { document, etag } = served();
      response.setHeader('ETag', etag);
      response.setHeader('Cache-Control', `public, max-age=${MAX_AGE}`);
      response.type('json').send(document);
      return Promise.resolve(undefined);
    }),
  ];
}
