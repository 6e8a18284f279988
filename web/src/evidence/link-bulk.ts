import { apiErrorOf } from '../lib/http/errors.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';
import { notify } from '../lib/ui/toasts.js';
import { settleEach } from '../lib/http/bulk.js';
import { offerUndo, undoEach } from '../lib/edits/undo.js';
import { uuidV7 } from '../lib/http/uuid.js';
import { countText } from '../lib/ui/formats.js';
import { isTemporary } from './annotation-records.js';
import type { Annotation } from './annotation-records.js';
import { evidenceApi } from './evidence-api.js';
import type { Feature, Mention } from './evidence-api.js';
import { DEFAULT_USE_TYPE, HUMAN_CONFIDENCE } from './association/feature-form.js';
import { undoMention } from './undo-association.js';

interface Linked {
  mention: Mention;
  before: Mention | null;
}

/** Each with its own mention (OP-27); reports the result with an undo. */
export function linkInBulk(
  projectId: string,
  annotations: readonly Pick<Annotation, 'id'>[],
  feature: Feature,
): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const saved = annotations.filter(({ id }) => !isTemporary(id));
    // an annotation has one mention: link nothing if the current ones are unknown
    const reading = dispatch(evidenceApi.endpoints.getProjectMentions.initiate(projectId, { subscribe: false }));
    const { data: mentions, error } = await reading;
    if (!mentions) {
      notifyFailures(
        saved.map(() => ({ error })),
        'linked',
      );
      return;
    }
    const { done, failed } = await settleEach(saved, async ({ id: annotationId }): Promise<Linked> => {
      const before = mentions.find((mention) => mention.source_annotation_id === annotationId) ?? null;
      const mention = await dispatch(associateOne(annotationId, before, feature.id));
      return { mention, before };
    });
    notifyFailures(failed, 'linked');
    if (done.length === 0) return;
    offerUndo(
      { id: uuidV7(), title: `${countText(done.length, 'annotation')} linked to “${feature.name}”` },
      {
        what: `${countText(done.length, 'annotation')} linked to “${feature.name}”`,
        // restores the previous mention of each annotation
        undo: undoEach(
          done.map(({ result }) => result),
          ({ mention: saved, before }) => dispatch(undoMention({ before, saved })),
          (refused) => notifyFailures(refused, 'undone'),
        ),
      },
    );
  };
}

/** Keeps its narrative. */
function associateOne(annotationId: string, before: Mention | null, featureId: string): ApiThunk<Promise<Mention>> {
  return async (dispatch) => {
    const body = {
      mention_id: before?.id ?? uuidV7(),
      feature_id: featureId,
      narrative: before?.current_narrative ?? before?.narrative ?? '',
      confidence: before?.current_confidence ?? HUMAN_CONFIDENCE,
      use_type: before?.current_use_type ?? DEFAULT_USE_TYPE,
    };
    return (await dispatch(evidenceApi.endpoints.associate.initiate({ annotationId, body })).unwrap()).mention;
  };
}

function notifyFailures(failed: readonly { error: unknown }[], what: string): void {
  if (failed.length === 0) return;
  notify({
    type: 'error',
    title: `${countText(failed.length, 'annotation')} could not be ${what}`,
    description: [...new Set(failed.map(({ error }) => apiErrorOf(error).message))].join(' '),
  });
}
