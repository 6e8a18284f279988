import type { RequestHandler } from 'express';
import type { KeyValue } from '@symbio/events';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import type { Callers } from '../http/auth/callers.js';
import { idempotencySeed } from '../http/idempotency.js';
import { pathId } from '../http/input.js';
import { fileMessages, receiveFiles, refuseOtherForms } from '../http/multipart.js';
import { callerOf, parentOf } from '../http/request.js';
import { required } from '../present/json.js';
import { presentStreetFile } from '../present/streets.js';

interface AddStreetsDeps {
  document: Pick<Clients['document'], 'addStreets'>;
  callers: Pick<Callers, 'tokenFor'>;
  answers: KeyValue;
}

const FORM = { maxFiles: 10, defaultName: 'streets.geojson', fatal: ['PERMISSION_DENIED', 'NOT_FOUND'] };

/** POST /api/projects/{id}/streets: street files, one result each; a repeat with the same id returns the file. */
export const addStreets =
  ({ document, callers, answers }: AddStreetsDeps): RequestHandler =>
  async (request, response) => {
    refuseOtherForms(request);
    const projectId = pathId(request, 'Project');
    const seed = await idempotencySeed(answers, request);
    const data = await receiveFiles(request, seed, FORM, async ({ id, name, body }) => {
      // service tokens live two minutes: issue one per file
      const parent = { ...parentOf(request, { unlimited: true }), token: await callers.tokenFor(callerOf(request)) };
      const { file } = await document.addStreets(fileMessages({ id, projectId, fileName: name }, body), parent);
      return presentStreetFile(required(file));
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    response.status(201).json({ data });
  };
