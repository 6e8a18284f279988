import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { presentAlignment } from '../present/alignments.js';
import { required } from '../present/json.js';

const operations = app.alignments;

/** Alignments between a project's sheets, used by the time machine. */
export const alignments = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.listAlignments, async ({ query }, { parent }) => {
    const pages = { firstPageId: query.first_page_id, secondPageId: query.second_page_id };
    const answer = await document.listAlignments(pages, parent);
    return listOf(answer.alignments.map(presentAlignment), query);
  }),
  route(operations.saveAlignment, async ({ body }, { parent }) => {
    const { alignment } = await document.saveAlignment(
      {
        firstPageId: body.first_page_id,
        secondPageId: body.second_page_id,
        pairs: body.pairs.map((pair) => ({ fromX: pair.from_x, fromY: pair.from_y, toX: pair.to_x, toY: pair.to_y })),
        base: body.base ?? undefined,
        expectedUpdatedAt: body.updated_at ? new Date(body.updated_at) : undefined,
      },
      parent,
    );
    return { data: presentAlignment(required(alignment)) };
  }),
];
