import { issueRelations as operations } from '@symbio/api';
import { invalidFields, named } from '@symbio/runtime';
import type { Clients } from '../../clients.js';
import { fileMessages } from '../../http/multipart.js';
import { presentScreenshot } from '../../present/issues.js';
import { required } from '../../present/json.js';
import { route, type Route } from '../../http/serve.js';
import { success } from '../../present/answers.js';
import { slicedResponse } from '../paging.js';

/** Above an issue's limit of 10, so each excess file gets an error message. */
const FORM = { maxFiles: 20, defaultName: 'screenshot.png', fatal: ['NOT_FOUND'] };

/** Reason of each file, if none was accepted. */
const refusedFiles = (data: readonly { error?: string; file_name?: string }[]): string =>
  data.map(({ file_name: name, error }) => `${name}: ${error}`).join('; ');

/** /issues/screenshots. Each image of a form is accepted or rejected individually. */
export const screenshots = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.listScreenshots, async ({ query }, { parent, origin }) => {
    const answer = issue.listScreenshots({ issueId: query.issue_id }, parent);
    const { screenshots: found } = await named('Issue', 'issue_id', answer);
    return slicedResponse(
      found.map((screenshot) => presentScreenshot(screenshot, origin)),
      query,
    );
  }),
  route(operations.addScreenshots, async ({ query, body: form }, { parent, origin }) => {
    const data = await form.receive(FORM, async ({ id, name, body }) => {
      const header = { id, issueId: query.issue_id, fileName: name };
      const { screenshot } = await issue.addScreenshot(fileMessages(header, body), parent);
      return { screenshot: presentScreenshot(required(screenshot), origin) };
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    if (data.every((item) => 'error' in item)) throw invalidFields({ files: refusedFiles(data) });
    return { data };
  }),
  route(operations.deleteScreenshot, async ({ query }, { parent }) => {
    await issue.deleteScreenshot(query, parent);
    return success();
  }),
];
