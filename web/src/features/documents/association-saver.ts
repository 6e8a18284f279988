import { coordinateText, parseCoordinate } from '../../viewer/evidence-api.js';
import type { Coordinate, Feature, Mention, UseType } from '../../viewer/evidence-api.js';

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

/** The calls a save consists of. */
export interface AssociationCalls {
  createFeature(feature: {
    id: string;
    project_id: string;
    name: string;
    land_use: string[];
    coordinate: string;
  }): Promise<Feature>;
  updateFeature(
    feature: Pick<Feature, 'id' | 'name' | 'land_use' | 'updated_at'> & { coordinate: string },
  ): Promise<Feature>;
  createMention(mention: {
    id: string;
    feature_of_interest_id: string;
    source_annotation_id: string;
    narrative: string;
    confidence: number;
    use_type: UseType;
  }): Promise<Mention>;
  updateMention(change: {
    id: string;
    changes: { narrative: string; confidence: number; use_type: UseType; feature_of_interest_id?: string };
  }): Promise<Mention>;
}

interface Context {
  projectId: string;
  annotationId: string;
  /** Ids made once for this form: a repeat after a lost answer makes nothing twice. */
  newFeatureId: string;
  newMentionId: string;
}

/**
 * Saves an association in two calls. When the second fails the first is not lost and not repeated: the feature made
 * is kept, and the next save goes on from there.
 */
export class AssociationSaver {
  /** Features as this saver's own calls left them, by id: newer than what the form knows. */
  private readonly saved = new Map<string, Feature>();
  private made: Feature | null = null;

  constructor(
    private readonly context: Context,
    private readonly calls: AssociationCalls,
  ) {}

  /** True once a feature was made that no saved mention uses yet. */
  get hasMadeFeature(): boolean {
    return this.made !== null;
  }

  /** Id of the feature that this saver makes, or has made. */
  get newFeatureId(): string {
    return this.context.newFeatureId;
  }

  /** Rejects with the error of the call that failed. */
  async save(association: Association): Promise<Mention> {
    const feature = await this.saveFeature(association);
    const { mention, narrative, useType } = association;
    const said = { narrative: narrative.trim(), confidence: HUMAN_CONFIDENCE, use_type: useType };
    if (!mention) {
      return this.calls.createMention({
        id: this.context.newMentionId,
        feature_of_interest_id: feature.id,
        source_annotation_id: this.context.annotationId,
        ...said,
      });
    }
    const isMoved = mention.feature_of_interest_id !== feature.id;
    const changes = isMoved ? { ...said, feature_of_interest_id: feature.id } : said;
    return this.calls.updateMention({ id: mention.id, changes });
  }

  private async saveFeature(association: Association): Promise<Feature> {
    const { name, landUse, coordinate } = association;
    const fields = { name: name.trim(), land_use: [landUse], coordinate: coordinateText(coordinate) };
    const chosen = association.feature ?? this.made;
    if (!chosen) {
      const { newFeatureId: id, projectId: project_id } = this.context;
      this.made = await this.calls.createFeature({ id, project_id, ...fields });
      return this.made;
    }
    const existing = newer(this.saved.get(chosen.id), chosen);
    if (isSame(existing, association)) return existing;
    const updated = await this.calls.updateFeature({ id: existing.id, updated_at: existing.updated_at, ...fields });
    this.saved.set(updated.id, updated);
    return updated;
  }
}

/** Whichever version was written last: this form's own, or the one that somebody else wrote meanwhile. */
function newer(saved: Feature | undefined, known: Feature): Feature {
  return saved && saved.updated_at >= known.updated_at ? saved : known;
}

function isSame(feature: Feature, { name, landUse, coordinate }: Association): boolean {
  const place = parseCoordinate(feature.coordinate);
  return (
    feature.name === name.trim() &&
    feature.land_use.length === 1 &&
    feature.land_use[0] === landUse &&
    place?.latitude === coordinate.latitude &&
    place.longitude === coordinate.longitude
  );
}
