import path from 'node:path';
import type { RequestHandler } from 'express';
import staticGzip from 'express-static-gzip';
import { ASSETS_CACHE, ASSETS_PATH, PAGES_CACHE } from './paths.js';

/** Built SPA: precompressed files, and its page at all other addresses. */
export function pages(folder: string): RequestHandler[] {
  const inAssets = path.join(folder, ASSETS_PATH);
  const files = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: {
      // the folder's own path may contain a dot folder
      dotfiles: 'allow',
      redirect: false,
      setHeaders: (response, file) =>
        response.setHeader('Cache-Control', file.startsWith(inAssets) ? ASSETS_CACHE : PAGES_CACHE),
    },
  });
  return [
    files,
    (request, response, next) => {
      const asks = request.method === 'GET' || request.method === 'HEAD';
      if (!asks || request.path.startsWith(ASSETS_PATH) || !request.accepts('html')) return next();
      request.url = '/index.html';
      files(request, response, next);
    },
  ];
}
