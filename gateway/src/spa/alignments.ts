import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, listOf, requiredId, requiredIdOf } from '../http/input.js';
import { presentAlignment } from '../present/alignments.js';
import { parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

const pageId = (name: string) => z.string({ error: `${name} is required` });
const saved = z.strictObject({
  first_page_id: pageId('first_page_id'),
  second_page_id: pageId('second_page_id'),
  /** Pixels of each sheet's full-resolution image. */
  pairs: z
    .array(z.strictObject({ from_x: z.number(), from_y: z.number(), to_x: z.number(), to_y: z.number() }))
    .max(MAX_ALIGNMENT_PAIRS, { error: `There can be at most ${MAX_ALIGNMENT_PAIRS} places.` }),
  base: z.strictObject({ re: z.number(), im: z.number(), x: z.number(), y: z.number() }).nullish(),
  /** Expected version; absent: overwrite any version. */
  updated_at: z.iso.datetime({ error: 'updated_at must be a date and time' }).nullish(),
});

/** Alignments between a project's sheets, used by the time machine. */
export function alignments({ document }: Pick<Clients, 'document'>): Router {
  const router = strictRouter();
  methods(router, '/alignments', about('alignment', { by: { first_page_id: 'page', second_page_id: 'page' } }), {
    get: [
      async (request, response) => {
        const answer = await document.listAlignments(
          {
            firstPageId: requiredId(request, 'first_page_id', 'Page'),
            secondPageId: requiredId(request, 'second_page_id', 'Page'),
          },
          parentOf(request),
        );
        response.json(listOf(request, answer.alignments.map(presentAlignment)));
      },
    ],
    put: [
      async (request, response) => {
        const input = body(request, saved);
        const { alignment } = await document.saveAlignment(
          {
            firstPageId: requiredIdOf(input.first_page_id, 'first_page_id', 'Page'),
            secondPageId: requiredIdOf(input.second_page_id, 'second_page_id', 'Page'),
            pairs: input.pairs.map((pair) => ({
              fromX: pair.from_x,
              fromY: pair.from_y,
              toX: pair.to_x,
              toY: pair.to_y,
            })),
            base: given(input.base),
            expectedUpdatedAt: input.updated_at ? new Date(input.updated_at) : undefined,
          },
          parentOf(request),
        );
        response.json({ data: alignment && presentAlignment(alignment) });
      },
    ],
  });
  return router;
}
