import { coverage as operations, lastSeen } from '@symbio/api';
import { GapValues } from '@symbio/proto/project';
import type { CallParent } from '@symbio/rpc';
import type { z } from 'zod';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { today } from '../present/assessments.js';
import { presentCoverage, presentGap } from '../present/coverage.js';
import { readCovered, type CoverageClients } from '../present/covered.js';
import { required } from '../present/json.js';
import { slicedResponse } from './paging.js';

type GapBody = Omit<z.output<typeof operations.updateGap.body>, 'updated_at'>;

const shown = itemResponse(presentGap);

const gapOf = ({ from, to, area, source, significant, tried, reason, effect, kind }: GapBody): GapValues =>
  GapValues.fromPartial({
    ...{ kind, fromYear: from ?? 0, toYear: to ?? 0, area: area ?? '', source: source ?? '' },
    ...{ tried: tried ?? '', reason: reason ?? '', effect: effect ?? '' },
    ...(typeof significant === 'boolean' && { significant }),
  });

/** /api/public/projects/{id}/coverage and /gaps. */
export function coverage(clients: CoverageClients): Route[] {
  const { project } = clients;
  const covered = async (projectId: string, parent: CallParent) => ({
    data: presentCoverage(await readCovered(clients, projectId, parent), today()),
  });
  return [
    route(operations.getCoverage, ({ params: { id } }, { parent }) => covered(id, parent)),
    route(operations.saveCoverage, async ({ params: { id: projectId }, body }, { parent }) => {
      const { cells, first_use: firstUse } = body;
      const overrides = cells.map(({ coverage_state: state, ...cell }) => ({ ...cell, state }));
      const use = { firstUseYear: firstUse?.year ?? 0, firstUseNote: firstUse?.note ?? '' };
      await project.saveCoverage({ projectId, overrides, ...use, expectedUpdatedAt: lastSeen(body) }, parent);
      return covered(projectId, parent);
    }),
    route(operations.listGaps, async ({ query }, { parent }) => {
      const answer = await project.getCoverage({ projectId: query.project_id }, parent);
      return slicedResponse(required(answer.coverage).gaps.map(presentGap), query);
    }),
    route(operations.createGap, async ({ body: { id, project_id: projectId, ...values } }, { parent, mintId }) =>
      shown((await project.createGap({ id: id ?? mintId(), projectId, values: gapOf(values) }, parent)).gap),
    ),
    route(operations.updateGap, async ({ params: { id }, body }, { parent }) =>
      shown((await project.updateGap({ id, values: gapOf(body), expectedUpdatedAt: lastSeen(body) }, parent)).gap),
    ),
    route(operations.deleteGap, async ({ params: { id } }, { parent }) => {
      await project.deleteGap({ id }, parent);
      return success();
    }),
  ];
}
