import type { RequestHandler } from 'express';
import { invalidFields } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import type { Callers } from '../http/auth/callers.js';
import type { Clients } from '../clients.js';
import { idempotencySeed } from '../http/idempotency.js';
import { pathId } from '../http/input.js';
import { fileMessages, receiveFiles, refuseOtherForms } from '../http/multipart.js';
import { callerOf, parentOf } from '../http/request.js';
import { presentPhotograph } from '../present/photographs.js';

interface AddPhotographsDeps {
  document: Pick<Clients['document'], 'addPhotograph'>;
  callers: Pick<Callers, 'tokenFor'>;
  answers: KeyValue;
}

const FORM = {
  maxFiles: 50,
  fileFields: ['caption'],
  defaultName: 'photo.jpg',
  fatal: ['PERMISSION_DENIED', 'NOT_FOUND'],
};

/**
 * POST /api/projects/{id}/site-visits/{visit_id}/photos: streams files, one result each. An optional `id` (UUID v7) and
 * `caption` before a file apply to it; a repeat with the same id and bytes returns the existing photograph.
 */
export const addPhotographs =
  ({ document, callers, answers }: AddPhotographsDeps): RequestHandler =>
  async (request, response) => {
    refuseOtherForms(request);
    const visit = { projectId: pathId(request, 'Project'), visitId: pathId(request, 'Site visit', 'visit_id') };
    const seed = await idempotencySeed(answers, request);
    const data = await receiveFiles(request, seed, FORM, async ({ id, name, fields: { caption = '' }, body }) => {
      // service tokens live two minutes: issue one per file
      const parent = { ...parentOf(request, { unlimited: true }), token: await callers.tokenFor(callerOf(request)) };
      const header = { ...visit, id, fileName: name, caption };
      const { photograph } = await document.addPhotograph(fileMessages(header, body), parent);
      return { photo: photograph && presentPhotograph(photograph) };
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one photograph' });
    response.status(201).json({ data });
  };
