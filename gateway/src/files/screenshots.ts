import type { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import { invalidFields, newId, normalizeError, type KeyValue } from '@symbio/kit';
import type { AddScreenshotRequest, ScreenshotHeader } from '@symbio/proto/issue';
import type { Clients } from '../clients.js';
import { idempotencySeed, keyReused, seededId } from '../idempotency.js';
import { presentScreenshot } from '../present/issues.js';
import { requiredIssue } from '../public/issues/names.js';
import { parentOf } from '../request.js';
import { refusedFile } from '../spa/documents.js';
import { receiveFiles, refuseOtherForms } from './multipart.js';

/** Files of one form: more than an issue can have, so that each one too many is answered with its sentence. */
const MAX_FILES = 20;

async function* messages(header: ScreenshotHeader, file: Readable) {
  yield { part: { $case: 'header', value: header } } satisfies AddScreenshotRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: chunk as Buffer } } satisfies AddScreenshotRequest;
}

/**
 * POST /api/public/issues/screenshots?issue_id=: pictures of an issue as `files` of a form; one item a file, each accepted or
 * refused for itself. An optional `id` before a file is that screenshot's, so that the form can be sent again; under an
 * Idempotency-Key files without an id get one from the key and their place.
 */
export function addScreenshots(clients: Pick<Clients, 'issue'>, answers: KeyValue): RequestHandler {
  return async (request, response) => {
    refuseOtherForms(request);
    const issueId = requiredIssue(request, 'issue_id');
    const parent = parentOf(request, { unlimited: true });
    const seed = await idempotencySeed(answers, request);
    const limits = { maxFiles: MAX_FILES, maxFields: MAX_FILES };
    const items = await receiveFiles(request, limits, async (fields, { name, body }, index) => {
      const given = fields['id'];
      delete fields['id'];
      const fileName = name || 'screenshot.png';
      const header = { id: given ?? (seed ? seededId(seed, index) : newId()), issueId, fileName };
      try {
        const { screenshot } = await clients.issue.addScreenshot(messages(header, body), parent);
        return { screenshot: screenshot && presentScreenshot(screenshot) };
      } catch (thrown) {
        const error = normalizeError(thrown);
        // these are about the whole form
        if (['UNAUTHENTICATED', 'CANCELLED', 'NOT_FOUND'].includes(error.code)) throw error;
        if (!given && seed && error.reason === 'id_taken') throw keyReused();
        return refusedFile(fileName, error);
      } finally {
        body.resume();
      }
    });
    if (items.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    response.status(201).json({ data: items });
  };
}
