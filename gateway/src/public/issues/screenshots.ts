import { issueRelations as operations, type FormFile } from '@symbio/api';
import { invalidFields, named, newId, normalizeError } from '@symbio/runtime';
import type { AddScreenshotRequest, ScreenshotHeader } from '@symbio/proto/issue';
import type { Clients } from '../../clients.js';
import { tooManyFiles } from '../../files/multipart.js';
import { keyReused, seededId } from '../../idempotency.js';
import { presentScreenshot } from '../../present/issues.js';
import { required } from '../../present/json.js';
import { route, type Route } from '../../serve.js';
import { refusedFile } from '../../spa/documents.js';
import { success } from '../answers.js';
import { sliced } from '../paging.js';

/** Maximum files per form: above an issue's limit, so that each excess file gets an error message. */
const MAX_FILES = 20;

async function* messages(header: ScreenshotHeader, file: FormFile['body']) {
  yield { part: { $case: 'header', value: header } } satisfies AddScreenshotRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: Buffer.from(chunk) } } satisfies AddScreenshotRequest;
}

/** /issues/screenshots. Each image of a form is accepted or rejected individually. */
export const screenshots = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.listScreenshots, async ({ query }, { parent, origin }) => {
    const answer = issue.listScreenshots({ issueId: query.issue_id }, parent);
    const { screenshots: found } = await named('Issue', 'issue_id', answer);
    return sliced(
      found.map((screenshot) => presentScreenshot(screenshot, origin)),
      query,
    );
  }),
  route(operations.addScreenshots, async ({ query, body: form }, { parent, origin }) => {
    const { seed } = form;
    const limits = { maxFiles: MAX_FILES, fields: ['id'] };
    const data = await form.receive(limits, async (fields, { name, body }, index) => {
      const given = fields['id'];
      delete fields['id'];
      const fileName = name || 'screenshot.png';
      if (index >= MAX_FILES) return refusedFile(fileName, tooManyFiles(MAX_FILES));
      const id = given ?? (seed ? seededId(seed, index) : newId());
      try {
        const header = { id, issueId: query.issue_id, fileName };
        const { screenshot } = await issue.addScreenshot(messages(header, body), parent);
        return { screenshot: presentScreenshot(required(screenshot), origin) };
      } catch (thrown) {
        const error = normalizeError(thrown);
        // errors that concern the whole form
        if (['UNAUTHENTICATED', 'CANCELLED', 'NOT_FOUND'].includes(error.code)) throw error;
        if (!given && seed && error.reason === 'id_taken') throw keyReused();
        return refusedFile(fileName, error);
      }
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    return { data };
  }),
  route(operations.deleteScreenshot, async ({ query }, { parent }) => {
    await issue.deleteScreenshot(query, parent);
    return success();
  }),
];
