import { BinaryAnswer, scorecards as operations } from '@symbio/api';
import { REJECTION_CODES } from '@symbio/proto/annotation/vocabulary';
import type { CallParent } from '@symbio/rpc';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { ownMarkTime, presentScorecardRow, scorecardCsv } from '../present/scorecards.js';

type Query = z.output<typeof operations.getScorecard.query>;

/** /api/public/agents/scorecard. */
export const scorecards = ({ annotation, identity }: Pick<Clients, 'annotation' | 'identity'>): Route[] => {
  async function scorecardOf(query: Query, parent: CallParent) {
    const { rows, ownMarks } = await annotation.getScorecard(
      {
        projectId: query.project_id,
        authorId: query.author_id,
        landUse: query.land_use,
        fromYear: query.from_year,
        toYear: query.to_year,
        sheetKind: query.sheet_kind,
        groupBy: query.group_by,
      },
      parent,
    );
    const ids = [...new Set(rows.map(({ authorId }) => authorId))];
    const { authors } = ids.length > 0 ? await identity.getAuthors({ ids }, parent) : { authors: [] };
    const byId = new Map(authors.map((author) => [author.id, author]));
    const ownMark = ownMarkTime(ownMarks);
    const shown = rows
      .map((row) => presentScorecardRow(row, byId.get(row.authorId), ownMark))
      .filter(
        ({ agent_name: name, agent_version: version }) =>
          (query.agent_name === undefined || query.agent_name === name) &&
          (query.agent_version === undefined || query.agent_version === version),
      );
    return { rows: shown, group_by: query.group_by ?? null, own_mark_time: ownMark };
  }

  return [
    route(operations.getScorecard, async ({ query }, { parent }) => ({ data: await scorecardOf(query, parent) })),
    route(operations.exportScorecard, async ({ query }, { parent }) => {
      const { rows } = await scorecardOf(query, parent);
      return new BinaryAnswer('text/csv; charset=utf-8', Buffer.from(scorecardCsv(rows, REJECTION_CODES)), {
        'Content-Disposition': 'attachment; filename="agents-scorecard.csv"',
        'Cache-Control': 'private, no-cache',
      });
    }),
  ];
};
