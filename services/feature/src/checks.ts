import type { PropertyRelation as RelationMessage } from '@symbio/proto/feature';
import { DIRECTIONS, isDirection, isRelation, isUseType, RELATIONS, USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { MAX_DISTANCE_FT, MAX_FEATURE_NAME, MAX_NARRATIVE, MAX_RADIUS_M, MAX_REASON } from '@symbio/proto/limits';
import { isLandUse, nearestLandUses } from './land-uses.js';
import type { Point } from './features/nearby.js';
import type { PropertyRelation } from './model.js';

export type Problems = Record<string, string>;

/** Length in code points. */
const length = (text: string): number => [...text].length;

/** FEAT-07. */
export function nameProblems(name: string): Problems {
  if (name === '') return { name: 'Feature name is required' };
  return length(name) > MAX_FEATURE_NAME
    ? { name: `Feature name must have at most ${MAX_FEATURE_NAME} characters` }
    : {};
}

/** FEAT-09, FEAT-11. NaN is rejected too. */
export function pointProblems({ longitude, latitude }: Point): Problems {
  return {
    ...(Math.abs(latitude) <= 90 ? {} : { latitude: 'Latitude must be between -90 and 90' }),
    ...(Math.abs(longitude) <= 180 ? {} : { longitude: 'Longitude must be between -180 and 180' }),
  };
}

/** A direction and a distance belong to a place off the property. */
export function relationProblems({ relation, direction, distanceFt }: RelationMessage): Problems {
  const isOff = relation === 'adjoining' || relation === 'near';
  return {
    ...(isRelation(relation) ? {} : { relation: `relation must be one of ${RELATIONS.join(', ')}` }),
    ...(direction === '' || isDirection(direction)
      ? {}
      : { direction: `direction must be one of ${DIRECTIONS.join(', ')}` }),
    ...(distanceFt === undefined || (distanceFt >= 0 && distanceFt <= MAX_DISTANCE_FT)
      ? {}
      : { distance_ft: `distance_ft must be a number of feet from 0 to ${MAX_DISTANCE_FT}` }),
    ...(isRelation(relation) && !isOff && direction !== ''
      ? { direction: 'A direction is for adjoining and near features only' }
      : {}),
    ...(isRelation(relation) && !isOff && distanceFt !== undefined
      ? { distance_ft: 'A distance is for adjoining and near features only' }
      : {}),
  };
}

export const relationOf = ({ relation, direction, distanceFt }: RelationMessage): PropertyRelation | undefined =>
  isRelation(relation)
    ? {
        relation,
        ...(isDirection(direction) && { direction }),
        ...(distanceFt !== undefined && { distanceFt }),
      }
    : undefined;

const LAND_USE_LIST = 'GET /api/public/land-uses';

/** DATA-15. Suggests the closest values. */
export function landUseProblems(values: readonly string[], field = 'land_use'): Problems {
  const unknown = values.find((value) => !isLandUse(value));
  if (unknown === undefined) return {};
  const nearest = nearestLandUses(unknown).join(', ');
  return {
    [field]: `"${unknown.slice(0, 50)}" is not a land use of the list. The nearest are ${nearest}; ${LAND_USE_LIST} has all`,
  };
}

export function radiusProblems(radiusM: number): Problems {
  return radiusM >= 0 && radiusM <= MAX_RADIUS_M
    ? {}
    : { radius: `radius must be a number of meters up to ${MAX_RADIUS_M}` };
}

/** Text longer than any name finds nothing. */
export const nameWordsProblems = (words: readonly string[]): Problems =>
  length(words.join(' ')) > MAX_FEATURE_NAME
    ? { name_words: `name_words must have at most ${MAX_FEATURE_NAME} characters` }
    : {};

export const nameIlikeProblems = (text: string): Problems =>
  length(text) > MAX_FEATURE_NAME ? { name_ilike: `name_ilike must have at most ${MAX_FEATURE_NAME} characters` } : {};

export const narrativeProblems = (text: string): Problems =>
  length(text) > MAX_NARRATIVE ? { narrative: `The narrative must have at most ${MAX_NARRATIVE} characters` } : {};

export const reasonProblems = (text: string): Problems =>
  length(text) > MAX_REASON ? { reason: `The reason must have at most ${MAX_REASON} characters` } : {};

/** API-19, CONST-11. */
export const confidenceProblems = (confidence: number): Problems =>
  confidence >= 0 && confidence <= 10 ? {} : { confidence: 'Confidence must be between 0 and 10' };

/** OP-28. */
export const useTypeProblems = (useType: string | undefined): Problems =>
  useType === undefined || isUseType(useType) ? {} : { use_type: `use_type must be one of ${USE_TYPES.join(', ')}` };
