import { useState } from 'react';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import { uuidV7 } from '../lib/uuid.js';
import type { SavedAssociation } from './taking-back.js';
import { coordinateText, parseCoordinate, useAssociateMutation } from './evidence-api.js';
import type { AssociationRequest, Coordinate, Feature, Mention } from './evidence-api.js';

/** Confidence of what a person says, 0 to 10 (OP-27). */
export const HUMAN_CONFIDENCE = 10;

/** What is saved: a feature, and the mention of it by the annotation. */
export interface Association {
  name: string;
  landUse: string;
  coordinate: Coordinate;
  narrative: string;
  useType: UseType;
  /** The existing feature to use; null makes a new one. */
  feature: Feature | null;
  /** The mention that the annotation has already; null makes one. */
  mention: Mention | null;
}

/** Ids made once for a form: a repeat after a lost answer makes nothing twice. */
export interface NewIds {
  feature: string;
  mention: string;
}

/** What is sent of an association: of an existing feature only what the form changes. */
export function associationRequest(association: Association, ids: NewIds): AssociationRequest {
  const { name, landUse, coordinate, narrative, useType, feature, mention } = association;
  const said = {
    mention_id: mention?.id ?? ids.mention,
    narrative: narrative.trim(),
    confidence: HUMAN_CONFIDENCE,
    use_type: useType,
  };
  const fields = { name: name.trim(), land_use: [landUse], coordinate: coordinateText(coordinate) };
  if (!feature) return { ...said, feature: { id: ids.feature, ...fields } };
  if (isSame(feature, association)) return { ...said, feature_id: feature.id };
  return { ...said, feature_id: feature.id, feature: fields, updated_at: feature.updated_at };
}

/** How many mentions of the project name a feature that an association would change; 0 when it changes none that others name. */
export function sharedBy(
  association: Pick<Association, 'name' | 'landUse' | 'coordinate' | 'feature' | 'mention'>,
  mentions: readonly Mention[],
): number {
  const { feature, mention } = association;
  if (!feature || isSame(feature, association)) return 0;
  const naming = mentions.filter(({ feature_of_interest_id: featureId }) => featureId === feature.id);
  return naming.some(({ id }) => id !== mention?.id) ? naming.length : 0;
}

function isSame(
  feature: Feature,
  { name, landUse, coordinate }: Pick<Association, 'name' | 'landUse' | 'coordinate'>,
): boolean {
  const place = parseCoordinate(feature.coordinate);
  return (
    feature.name === name.trim() &&
    // of several the form shows the first: leaving it there takes none of the others away
    feature.land_use[0] === landUse &&
    place?.latitude === coordinate.latitude &&
    place.longitude === coordinate.longitude
  );
}

export interface AssociationSaver {
  /** Id of the feature that this form makes, or has made. */
  newFeatureId: string;
  /** Saves feature and mention, both or neither. Rejects with the error of the call. */
  save(association: Association): Promise<SavedAssociation>;
}

/** Saves what the form about an annotation says. */
export function useAssociationSaver(annotationId: string): AssociationSaver {
  const [associate] = useAssociateMutation();
  const [ids] = useState<NewIds>(() => ({ feature: uuidV7(), mention: uuidV7() }));
  return {
    newFeatureId: ids.feature,
    async save(association) {
      const saved = await associate({ annotationId, body: associationRequest(association, ids) }).unwrap();
      const { feature, mention } = association;
      return { before: { feature, mention }, saved };
    },
  };
}
