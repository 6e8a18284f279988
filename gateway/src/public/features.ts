import { features as operations, lastSeen } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { given } from '../http/input.js';
import { coordinateOf } from '../present/coordinates.js';
import { presentFeature } from '../present/evidence.js';
import { relationOf } from '../present/relation.js';
import { route, type FurtherChecks, type Route, type RawInput } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

const written = itemResponse(presentFeature);

function requestedLandUses({ body, query }: RawInput): { field: string; values: unknown[] } {
  const { land_use_overlaps: wanted } = query;
  if (wanted !== undefined) return { field: 'land_use_overlaps', values: operations.landUsesOf(wanted) };
  const values = typeof body === 'object' && body !== null && 'land_use' in body ? body.land_use : undefined;
  return { field: 'land_use', values: Array.isArray(values) ? values : [] };
}

/** /api/public/features: operations 18 to 25. */
export function features({ feature }: Pick<Clients, 'feature'>): Route[] {
  /** The service owns the list of land uses (DATA-15). */
  const alsoWrong: FurtherChecks = async (sent, { parent }) => {
    const { field, values } = requestedLandUses(sent);
    if (values.length === 0) return {};
    const known = new Set((await feature.listLandUses({}, parent)).landUses.map(({ value }) => value));
    const unknown = values.find((value): value is string => typeof value === 'string' && !known.has(value));
    if (unknown === undefined) return {};
    return { [field]: `"${unknown.slice(0, 50)}" is not a land use; GET /api/public/land-uses lists all` };
  };

  return [
    route(
      operations.listFeatures,
      async ({ query }, { parent }) => {
        const filters = [query.project_id, query.author_id, query.run_id, query.name_ilike, query.land_use_overlaps];
        if (filters.every((value) => value === undefined))
          throw invalidFields({
            project_id: 'Give project_id, author_id, run_id, id, name_ilike or land_use_overlaps',
          });
        const answer = await feature.listFeatures(
          {
            projectId: query.project_id,
            authorId: query.author_id,
            runId: query.run_id,
            nameIlike: query.name_ilike,
            landUseOverlaps:
              query.land_use_overlaps === undefined ? [] : operations.landUsesOf(query.land_use_overlaps),
            near: query.near === undefined ? undefined : operations.degreesOf(query.near),
            radiusM: query.radius,
            paging: slice(query),
            updatedAfter: updatedAfterOf(query),
          },
          parent,
        );
        return withNextUpdatedAfter(listResponse(answer.features.map(presentFeature), answer.pageInfo), query);
      },
      { furtherChecks: alsoWrong },
    ),
    route(operations.getFeature, async ({ params }, { parent }) =>
      written((await feature.getFeature(params, parent)).feature),
    ),
    route(operations.getFeatureById, async ({ query }, { parent }) =>
      written((await feature.getFeature(query, parent)).feature),
    ),
    route(
      operations.createFeature,
      async ({ body, query: { dry_run: dryRun = false } }, { parent, mintId }) => {
        const answer = await feature.createFeature(
          {
            id: body.id ?? mintId(),
            projectId: body.project_id,
            name: body.name ?? '',
            landUse: body.land_use ?? [],
            coordinate: coordinateOf(body.coordinate),
            relation: body.relation === null ? undefined : relationOf(body),
            authorId: given(body.author_id),
            runId: body.run_id ?? '',
            dryRun,
          },
          parent,
        );
        return written(answer.feature, dryRun);
      },
      { furtherChecks: alsoWrong },
    ),
    route(
      operations.updateFeature,
      async ({ body, query: { id, dry_run: dryRun = false } }, { parent }) => {
        const answer = await feature.updateFeature(
          {
            id,
            name: given(body.name),
            landUse: body.land_use ?? [],
            clearLandUse: body.land_use === null || body.land_use?.length === 0,
            coordinate: coordinateOf(body.coordinate),
            relation: body.relation === null ? undefined : relationOf(body),
            clearRelation: body.relation === null,
            clearCoordinate: body.coordinate === null || body.coordinate === '',
            expectedUpdatedAt: lastSeen(body),
            dryRun,
          },
          parent,
        );
        return written(answer.feature, dryRun);
      },
      { furtherChecks: alsoWrong },
    ),
    route(operations.deleteFeature, async ({ query: { id, dry_run: dryRun = false } }, { parent }) => {
      await feature.deleteFeature({ id, dryRun }, parent);
      return success(dryRun);
    }),
  ];
}
