import { valuesOfRow } from '@symbio/mongo';
import type { SampleCopy } from '@symbio/project-access';
import { annotationEvents } from '@symbio/proto/annotation';
import type { Actor } from '@symbio/runtime';
import { annotationEvent } from '../events.js';
import type { AnnotationRepository } from '../repository.js';

export interface CopySampleDeps {
  repository: Pick<AnnotationRepository, 'list' | 'insertMany'>;
  self: Actor;
}

/** Copies a sample's annotations with their authors and decisions, without runs and deleted ones. */
export const createCopySample =
  ({ repository, self }: CopySampleDeps) =>
  async ({ projectId, sampleId, idOf }: SampleCopy): Promise<void> => {
    const rows = await repository.list({ projectId: sampleId }, [sampleId]);
    const copies = rows.map((row) => {
      const { runId, viaKey, restorations, claim, rule, ruleExceptions, derivedFrom, decisions, ...values } =
        valuesOfRow(row);
      return {
        id: idOf(row._id),
        values: {
          ...values,
          projectId,
          documentId: idOf(row.documentId),
          documentPageId: idOf(row.documentPageId),
          ...(derivedFrom && { derivedFrom: idOf(derivedFrom) }),
          ...(decisions && {
            decisions: decisions.map((each) => ({ ...each, copyId: each.copyId && idOf(each.copyId) })),
          }),
        },
      };
    });
    await repository.insertMany(copies, self, (made) => annotationEvent(annotationEvents.created, made));
  };
