/** Relevant records become features of interest with a mention. */
import { addressKey, METRES_PER_FOOT } from '@symbio/agency-lists';
import type { ProjectAccess } from '@symbio/project-access';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { LinkFeatureRequest, NearbyFeature } from '@symbio/proto/records';
import type { CallContext, Client } from '@symbio/rpc';
import { conflict, namedId, notFound, refuseFields, unlessNotFound } from '@symbio/runtime';
import type { RecordsRepository } from '../repository.js';
import { isAdjoining, kindOf } from './current.js';
import { createHitAccess } from './hit-access.js';
import type { KnownHit, KnownHits } from './known-hits.js';
import type { HitWriter } from './write-hit.js';

const NEAR_M = 50;

export interface RecordFeaturesDeps {
  knownHits: KnownHits;
  repository: Pick<RecordsRepository, 'newestSearch'>;
  access: Pick<ProjectAccess, 'require'>;
  writer: HitWriter;
  features: Pick<
    Client<typeof FeatureServiceService>,
    'listFeatures' | 'getFeature' | 'createFeature' | 'createRecordMention'
  >;
}

const coordinateOf = ({ place }: KnownHit) => place && { longitude: place[0], latitude: place[1] };

function relationOf(hit: KnownHit) {
  if (hit.certainty === 'orphan' || hit.onProperty === '') return undefined;
  const where = { direction: hit.octant, distanceFt: hit.metres / METRES_PER_FOOT };
  if (hit.onProperty === 'on') return { relation: 'on_property', direction: '', distanceFt: undefined };
  return { relation: isAdjoining(hit, hit.decisions) ? 'adjoining' : 'near', ...where };
}

/** Of a record of a radius report. */
const pageOf = ({ source }: KnownHit): string | undefined =>
  source && `page ${source.page} of “${source.documentName}”`;

/** Facts of the record with their source. */
function narrativeOf(hit: KnownHit, source: { name: string; agencyDate: string } | undefined): string {
  const address = [hit.address, hit.city, hit.state].filter((part) => part !== '').join(', ');
  const facts = [`${hit.list} ${hit.recordId}`, hit.name, address, hit.status && `status: ${hit.status}`];
  const data = pageOf(hit) ?? (source && `${source.name}${source.agencyDate && ` of ${source.agencyDate}`}`);
  return `${[...facts, data].filter((fact) => fact !== undefined && fact !== '').join('; ')}.`;
}

export function createRecordFeatures({ knownHits, repository, access, writer, features }: RecordFeaturesDeps) {
  const { readable, decidable } = createHitAccess({ knownHits, access });

  return {
    /** Features within 50 m, and those of records with the same address or site. @throws AppError NOT_FOUND */
    async nearby(hitId: string, context: CallContext): Promise<NearbyFeature[]> {
      const { projectId, hit, all } = await readable(hitId, context);
      const found = new Map<string, NearbyFeature>();
      const coordinate = coordinateOf(hit);
      const near = coordinate
        ? (await features.listFeatures({ projectId, near: coordinate, radiusM: NEAR_M }, context)).features
        : [];
      for (const { id, name, landUse, distanceM } of near)
        found.set(id, { id, name, landUse, distanceM, reasons: ['near'] });
      const address = addressKey(hit.address);
      for (const other of all) {
        const featureId = other.id === hitId ? '' : (other.decisions.feature?.featureId ?? '');
        const reasons = [
          ...(address !== '' && addressKey(other.address) === address ? ['address'] : []),
          ...(hit.site > 0 && other.site === hit.site ? ['site'] : []),
        ];
        if (featureId === '' || reasons.length === 0) continue;
        const known = found.get(featureId);
        if (known) {
          known.reasons = [...new Set([...known.reasons, ...reasons])];
          continue;
        }
        const feature = (await unlessNotFound(features.getFeature({ id: featureId }, context)))?.feature;
        if (feature)
          found.set(featureId, {
            id: featureId,
            name: feature.name,
            landUse: feature.landUse,
            distanceM: undefined,
            reasons,
          });
      }
      return [...found.values()];
    },

    /**
     * Repeatable: ids follow from the record and the feature.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION not_relevant
     */
    async link(
      { hitId, featureId, newFeatureId, name, landUse, narrative, confidence, useType }: LinkFeatureRequest,
      context: CallContext,
    ): Promise<KnownHit> {
      const { projectId, hit } = await decidable(hitId, context);
      refuseFields(
        featureId === '' && newFeatureId === '' ? { feature_id: 'Give a feature or the values of one' } : {},
      );
      if (kindOf(hit.decisions) !== 'relevant')
        throw conflict('not_relevant', 'Decide first that the record is relevant.');
      const { feature } =
        featureId === ''
          ? await features.createFeature(
              {
                ...{ id: newFeatureId, projectId, name: name.trim() || hit.name, landUse },
                ...{ coordinate: coordinateOf(hit), relation: relationOf(hit) },
              },
              context,
            )
          : await features.getFeature({ id: featureId }, context);
      if (feature?.projectId !== projectId) throw notFound('Feature', 'feature_id');
      if (hit.decisions.feature?.featureId === feature.id) return hit;
      const search = await repository.newestSearch(projectId);
      const source = search?.data.find(({ dataSetId }) => dataSetId === hit.dataSetId);
      const mentionId = namedId(`${hitId} ${feature.id} mention`);
      await features.createRecordMention(
        {
          ...{ id: mentionId, featureOfInterestId: feature.id, confidence, useType },
          narrative: narrative.trim() || narrativeOf(hit, source),
          sourceRecord: {
            ...{ hitId, list: hit.list, recordId: hit.recordId },
            ...{ dataSetName: pageOf(hit) ?? source?.name ?? '', agencyDate: source?.agencyDate ?? '' },
          },
        },
        context,
      );
      const change = { what: 'feature' as const, featureId: feature.id, mentionId, text: '' };
      return writer.write(projectId, hit, change, context);
    },
  };
}

export type RecordFeatures = ReturnType<typeof createRecordFeatures>;
