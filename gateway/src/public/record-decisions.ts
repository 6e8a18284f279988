import { recordDecisions as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { listResponse, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { dryRunFlag, itemResponse } from '../present/answers.js';
import { required } from '../present/json.js';
import { presentHitChange, presentNearby, presentProposal, presentRule } from '../present/record-decisions.js';
import { presentHit } from '../present/records.js';
import { slicedResponse } from './paging.js';

const shownHit = itemResponse(presentHit);
const shownRule = itemResponse(presentRule);
const shownProposal = itemResponse(presentProposal);

/** Decisions about /api/public/record-hits. */
export const recordDecisions = ({ records: service }: Pick<Clients, 'records'>): Route[] => [
  route(operations.getRecordHit, async ({ params }, { parent }) => {
    const { hit, history, original } = await service.getHit(params, parent);
    return { data: { ...presentHit(required(hit)), history: history.map(presentHitChange), original } };
  }),
  route(operations.decideRecordHit, async ({ params: { id }, body }, { parent }) => {
    const { disposition: kind, reason_codes: reasonCodes = [], reason, duplicate_of_id: duplicateOfId } = body;
    const request = { id, kind, reasonCodes, text: reason ?? '', duplicateOfId: duplicateOfId ?? '' };
    return shownHit(
      (await service.decideHit({ ...request, expectedRevision: body.revision ?? undefined }, parent)).hit,
    );
  }),
  route(operations.decideRecordAdjoining, async ({ params: { id }, body }, { parent }) => {
    const request = { id, isAdjoining: body.is_adjoining, text: body.reason ?? '' };
    const expectedRevision = body.revision ?? undefined;
    return shownHit((await service.decideAdjoining({ ...request, expectedRevision }, parent)).hit);
  }),
  route(operations.placeRecord, async ({ params: { id }, body }, { parent }) => {
    const { longitude, latitude, address, reason: text, revision } = body;
    const place = { longitude: longitude ?? undefined, latitude: latitude ?? undefined, address: address ?? '' };
    const request = { id, ...place, text, expectedRevision: revision ?? undefined };
    return shownHit((await service.decidePlace(request, parent)).hit);
  }),
  route(operations.decideRecordSite, async ({ body }, { parent }) => {
    const { project_id: projectId, hit_ids: hitIds, is_one_site: isOne, reason: text } = body;
    const { hits } = await service.decideSite({ projectId, hitIds, isOne, text }, parent);
    return { data: hits.map(presentHit) };
  }),
  route(operations.decideRecordHits, async ({ body }, { parent, mintId }) => {
    const { id = mintId(), project_id: projectId, ids: hitIds = [], filter, reason, dry_run: dryRun = false } = body;
    const { disposition: kind, reason_codes: reasonCodes = [] } = body;
    const request = {
      ...{ id, projectId, hitIds, kind, reasonCodes, text: reason ?? '', dryRun },
      ...{ includeClose: body.include_close ?? false, includeReleases: body.include_releases ?? false },
      filter: filter && {
        ...{ lists: filter.lists ?? [], certainties: filter.certainties ?? [] },
        ...{ directions: filter.directions ?? [], statuses: filter.statuses ?? [] },
        violations: filter.violations ?? [],
        ...{ minDistanceM: filter.min_distance_m, maxDistanceM: filter.max_distance_m },
      },
    };
    const { rule, excluded } = await service.decideHits(request, parent);
    return {
      data: presentRule(required(rule)),
      excluded: excluded.map(({ hitId, reason: why }) => ({ hit_id: hitId, reason: why })),
      ...dryRunFlag(dryRun),
    };
  }),
  route(operations.listRecordRules, async ({ params: { id: projectId }, query }, { parent }) => {
    const { rules } = await service.listRules({ projectId }, parent);
    return slicedResponse(rules.map(presentRule), query);
  }),
  route(operations.undoRecordRule, async ({ params }, { parent }) =>
    shownRule((await service.undoRule(params, parent)).rule),
  ),
  route(operations.listRecordNearbyFeatures, async ({ params: { id: hitId } }, { parent }) => {
    const { features } = await service.listNearbyFeatures({ hitId }, parent);
    return { data: features.map(presentNearby) };
  }),
  route(operations.linkRecordFeature, async ({ params: { id: hitId }, body }, { parent, mintId }) => {
    const { feature_id: featureId, feature, narrative, confidence, use_type: useType } = body;
    const fresh = {
      newFeatureId: feature?.id ?? mintId(),
      name: feature?.name ?? '',
      landUse: feature?.land_use ?? [],
    };
    const request = { hitId, featureId: featureId ?? '', ...fresh, narrative: narrative ?? '' };
    return shownHit((await service.linkFeature({ ...request, confidence, useType }, parent)).hit);
  }),
  route(operations.createRecordProposals, async ({ body }, { parent, mintId }) => {
    const items = body.items.map(({ id = mintId(), hit_id: hitId, disposition: kind, reason_codes, reason }) => ({
      ...{ id, hitId, kind, reasonCodes: reason_codes ?? [], text: reason ?? '' },
    }));
    const { proposals } = await service.proposeDispositions({ projectId: body.project_id, items }, parent);
    return { data: proposals.map(presentProposal) };
  }),
  route(operations.listRecordProposals, async ({ query }, { parent }) => {
    const { project_id: projectId, state = '' } = query;
    const request = { projectId, state, paging: pageOf(query) };
    const { proposals, pageInfo } = await service.listProposals(request, parent);
    return listResponse(proposals.map(presentProposal), pageInfo);
  }),
  route(operations.decideRecordProposal, async ({ params: { id }, body: { accept } }, { parent }) =>
    shownProposal((await service.decideProposal({ id, accept }, parent)).proposal),
  ),
];
