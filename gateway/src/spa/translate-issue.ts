import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { z } from 'zod';
import type { RateLimits } from '../http/auth/rate-limits.js';
import type { Clients } from '../clients.js';
import { body, text } from '../http/input.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** Timeout in milliseconds: 15 s for the language model plus transfer. */
const LIMIT_MS = 17_000;

const typed = z.strictObject({ description: text });

/** POST /api/translate-issue: derives title, description and type from free text (ISSUE-24). */
export function translateIssue({ issue }: Pick<Clients, 'issue'>, limits: Pick<RateLimits, 'suggestions'>): Router {
  const router = strictRouter();
  methods(router, '/translate-issue', about('issue'), {
    post: [
      limits.suggestions,
      async (request, response) => {
        const { description } = body(request, typed);
        const parent = { ...parentOf(request), limitMs: LIMIT_MS };
        const suggestion = await issue.suggestIssue({ description: description ?? '' }, parent);
        response.json({ title: suggestion.title, description: suggestion.description, type: suggestion.type });
      },
    ],
  });
  return router;
}
