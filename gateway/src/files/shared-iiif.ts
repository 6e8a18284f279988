import type { Request, RequestHandler } from 'express';
import { ORIGIN_HEADER } from '@symbio/proto/files';
import { unlessNotFound } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import type { Callers } from '../http/auth/callers.js';
import { requestOf } from '../http/request.js';
import { nothingHere } from '../http/routing.js';
import { originOf } from '../http/serve.js';
import { presentManifest } from '../present/manifest.js';
import { required } from '../present/json.js';

export interface SharedIiifOptions {
  clients: Pick<Clients, 'document' | 'annotation'>;
  publicUrl: string;
  /** Calls by the gateway itself: holders of a link have no account. */
  asSelf: Callers['self'];
}

const MANIFEST = /^\/3\/s\/([\w-]{43})\/manifest$/;

/** Answers manifests of share links; passes image requests with the public origin. */
export function sharedIiif({
  clients: { document, annotation },
  publicUrl,
  asSelf,
}: SharedIiifOptions): RequestHandler {
  async function manifest(token: string, request: Request) {
    const origin = originOf(request, publicUrl);
    const parent = await asSelf(requestOf(request));
    const shared = await unlessNotFound(document.openShareLink({ token }, parent));
    if (!shared) throw nothingHere();
    const found = required(shared.document);
    const { annotations } = shared.withFindings
      ? await annotation.listAnnotations({ documentId: found.id }, parent)
      : { annotations: [] };
    return presentManifest({
      id: `${origin}/iiif/3/s/${token}/manifest`,
      imageService: (pageId) => `${origin}/iiif/3/s/${token}/${pageId}`,
      document: found,
      pages: shared.pages,
      annotations,
    });
  }

  return async (request, response, next) => {
    request.headers[ORIGIN_HEADER] = originOf(request, publicUrl);
    const token = MANIFEST.exec(request.path)?.[1];
    if (token === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'no-store',
    });
    response.json(await manifest(token, request));
  };
}
