import type { FeatureDeps } from '../features/feature-deps.js';
import type { MentionDeps } from '../mentions/mention-deps.js';
import { createRunReads } from './list-run-writes.js';
import { createRunUndo } from './undo-run.js';

export type Runs = ReturnType<typeof createRuns>;

export const createRuns = (mentionDeps: MentionDeps, featureDeps: FeatureDeps) => ({
  ...createRunReads({ ...mentionDeps, features: featureDeps.features }),
  ...createRunUndo(mentionDeps, featureDeps),
});
