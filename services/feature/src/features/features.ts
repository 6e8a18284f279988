import type { FeatureDeps } from './feature-deps.js';
import { createFeatureRecords } from './feature-records.js';
import { createFeatureMerging } from './merge-features.js';
import { createFeatureReads } from './read-features.js';
import { createFeatureRemoval } from './delete-feature.js';
import { createUndoMergeSteps } from './undo-merge-steps.js';
import { createMergeUndoing } from './undo-merge.js';
import { createFeatureWrites } from './write-feature.js';

export type Features = ReturnType<typeof createFeatures>;

export function createFeatures(deps: FeatureDeps) {
  const records = createFeatureRecords(deps);
  const undoMergeSteps = createUndoMergeSteps(deps, records);
  return {
    ...createFeatureReads(deps, records),
    ...createFeatureWrites(deps, records),
    ...createFeatureRemoval(deps, records),
    ...createFeatureMerging(deps, records, undoMergeSteps),
    ...createMergeUndoing(deps, undoMergeSteps),
  };
}
