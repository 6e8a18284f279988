import { useState } from 'react';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import { uuidV7 } from '../lib/http/uuid.js';
import type { SavedAssociation } from './undo-association.js';
import { coordinateText, parseCoordinate, useAssociateMutation } from './evidence-api.js';
import type { AssociationRequest, Coordinate, Feature, Mention, StatedRelation } from './evidence-api.js';

export interface Association {
  name: string;
  landUse: string;
  coordinate: Coordinate;
  narrative: string;
  useType: UseType;
  /** 0 to 10. */
  confidence: number;
  /** Undefined: not stated. */
  relation?: StatedRelation | undefined;
  feature: Feature | null;
  /** Null creates a mention. */
  mention: Mention | null;
}

/** Fixed per form: retries are idempotent. */
export interface NewIds {
  feature: string;
  mention: string;
}

/** For an existing feature only the changed fields. */
export function associationRequest(association: Association, ids: NewIds): AssociationRequest {
  const { name, landUse, coordinate, narrative, useType, confidence, relation, feature, mention } = association;
  const said = {
    mention_id: mention?.id ?? ids.mention,
    narrative: narrative.trim(),
    confidence,
    use_type: useType,
  };
  const fields = { name: name.trim(), land_use: [landUse], coordinate: coordinateText(coordinate), ...relation };
  if (!feature) return { ...said, feature: { id: ids.feature, ...fields } };
  if (isSame(feature, association)) return { ...said, feature_id: feature.id };
  return { ...said, feature_id: feature.id, feature: fields, updated_at: feature.updated_at };
}

/** Other mentions that the update would affect. */
export function sharedBy(
  association: FeatureValues & Pick<Association, 'feature' | 'mention'>,
  mentions: readonly Mention[],
): number {
  const { feature, mention } = association;
  if (!feature || isSame(feature, association)) return 0;
  const naming = mentions.filter(({ feature_of_interest_id: featureId }) => featureId === feature.id);
  return naming.some(({ id }) => id !== mention?.id) ? naming.length : 0;
}

type FeatureValues = Pick<Association, 'name' | 'landUse' | 'coordinate' | 'relation'>;

const isSameRelation = (feature: Feature, stated: StatedRelation): boolean =>
  feature.relation === stated.relation &&
  feature.direction === stated.direction &&
  feature.distance_ft === stated.distance_ft;

function isSame(feature: Feature, { name, landUse, coordinate, relation }: FeatureValues): boolean {
  const place = parseCoordinate(feature.coordinate);
  return (
    feature.name === name.trim() &&
    // the form shows only the first of several: unchanged, it keeps the others
    feature.land_use[0] === landUse &&
    place?.latitude === coordinate.latitude &&
    place.longitude === coordinate.longitude &&
    (!relation || isSameRelation(feature, relation))
  );
}

export interface AssociationSaver {
  newFeatureId: string;
  /** Atomic. Rejects with the call's error. */
  save(annotationId: string, association: Association): Promise<SavedAssociation>;
}

export function useAssociationSaver(): AssociationSaver {
  const [associate] = useAssociateMutation();
  const [ids] = useState<NewIds>(() => ({ feature: uuidV7(), mention: uuidV7() }));
  return {
    newFeatureId: ids.feature,
    async save(annotationId, association) {
      const saved = await associate({ annotationId, body: associationRequest(association, ids) }).unwrap();
      const { feature, mention } = association;
      return { before: { feature, mention }, saved };
    },
  };
}
