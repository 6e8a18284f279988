import { blindSamples as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { presentBlindSample, presentBlindSheet } from '../present/blind-samples.js';

const shownSample = itemResponse(presentBlindSample);
const shownSheet = itemResponse(presentBlindSheet);

/** Sheets whose proposals are held back until a person has marked them. */
export const blindSamples = ({ annotation }: Pick<Clients, 'annotation'>): Route[] => [
  route(operations.getBlindSample, async ({ params: { id: projectId } }, { parent }) =>
    shownSample((await annotation.getBlindSample({ projectId }, parent)).sample),
  ),
  route(operations.setBlindSample, async ({ params: { id: projectId }, body: { percent } }, { parent }) =>
    shownSample((await annotation.setBlindSample({ projectId, percent }, parent)).sample),
  ),
  route(operations.getBlindSheet, async ({ params: { id: pageId } }, { parent }) =>
    shownSheet((await annotation.getBlindSheet({ pageId }, parent)).sheet),
  ),
  route(operations.markBlindSheet, async ({ params: { id: pageId } }, { parent }) =>
    shownSheet((await annotation.markBlindSheet({ pageId }, parent)).sheet),
  ),
];
