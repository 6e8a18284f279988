import { json, type Request, type RequestHandler } from 'express';
import { bodiesFirst } from './admission.js';

const MB = 1_024 * 1_024;
/** Bytes of a JSON body, at most: a mention's narrative, with room. */
const MAX_JSON = MB;
/** Bytes of a batch: as many as a service takes at once (services/kit/src/grpc/server.ts); 500 polygons of 200 points are half. */
const MAX_BATCH_JSON = 8 * MB;
/** Bodies above the usual limit that one caller may send at once: they are held in memory while they come. */
const LARGE_AT_ONCE = 10;

/** Whether a body is within the usual limit, as far as can be told before it is read. */
const saysItIsSmall = ({ headers }: Request): boolean =>
  headers['content-encoding'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) <= MAX_JSON;

/** Reads JSON bodies of up to 1 MB before requests ask for their place. */
export const usualBodies = (): RequestHandler => bodiesFirst(json({ limit: MAX_JSON }));

/** Reads JSON bodies of up to 8 MB, for batches; of one caller only a few at once that may be above the usual limit. */
export function batchBodies(): RequestHandler {
  const usual = usualBodies();
  const large = bodiesFirst(json({ limit: MAX_BATCH_JSON }), LARGE_AT_ONCE);
  return (request, response, next) => (saysItIsSmall(request) ? usual : large)(request, response, next);
}
