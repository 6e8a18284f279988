import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';

/** Timeout in milliseconds: 15 s for the language model plus transfer. */
const LIMIT_MS = 17_000;

/** POST /api/translate-issue: derives title, description and type from free text (ISSUE-24). */
export const translateIssue = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(app.issues.translateIssue, async ({ body }, { parent }) => {
    const limited = { ...parent, limitMs: LIMIT_MS };
    const { title, description, type } = await issue.suggestIssue({ description: body.description ?? '' }, limited);
    return { title, description, type };
  }),
];
