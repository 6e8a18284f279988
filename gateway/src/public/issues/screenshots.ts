import type { RequestHandler } from 'express';
import type { Clients } from '../../clients.js';
import { requiredId } from '../../input.js';
import { presentScreenshot } from '../../present/issues.js';
import { list } from '../../present/json.js';
import { parentOf } from '../../request.js';
import { requiredIssue } from './names.js';

/** /issues/screenshots, but for adding them, which is no JSON (`files/screenshots.ts`). */
export const screenshots = ({ issue }: Pick<Clients, 'issue'>): Record<'get' | 'delete', RequestHandler[]> => ({
  get: [
    async (request, response) => {
      const issueId = requiredIssue(request, 'issue_id');
      const { screenshots: found } = await issue.listScreenshots({ issueId }, parentOf(request));
      response.json(list(found.map(presentScreenshot)));
    },
  ],
  delete: [
    async (request, response) => {
      await issue.deleteScreenshot({ id: requiredId(request, 'id', 'Screenshot') }, parentOf(request));
      response.json({ success: true });
    },
  ],
});
