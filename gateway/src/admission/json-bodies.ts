import { json, type Request, type RequestHandler } from 'express';
import { bodiesFirst } from './admission.js';

const MB = 1_024 * 1_024;
/** Maximum bytes of a JSON body: a mention's narrative, with a margin. */
const MAX_JSON = MB;
/**
 * Maximum bytes of a batch, equal to the services' message limit (packages/rpc/src/server.ts); 500 polygons of 200
 * points take half.
 */
const MAX_BATCH_JSON = 8 * MB;
/** Concurrent bodies above the usual limit per caller: they are buffered in memory. */
const LARGE_AT_ONCE = 10;

const saysItIsSmall = ({ headers }: Request): boolean =>
  headers['content-encoding'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) <= MAX_JSON;

/** Parses JSON bodies up to 1 MB before admission. */
export const usualBodies = (): RequestHandler => bodiesFirst(json({ limit: MAX_JSON }));

/** Parses JSON bodies of batches up to 8 MB; limits how many above the usual limit a caller may send at once. */
export function batchBodies(): RequestHandler {
  const usual = usualBodies();
  const large = bodiesFirst(json({ limit: MAX_BATCH_JSON }), LARGE_AT_ONCE);
  return (request, response, next) => (saysItIsSmall(request) ? usual : large)(request, response, next);
}
