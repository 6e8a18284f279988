import { invalidFields, named, notAuthorized } from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { LookUpDeps } from '../look-ups.js';
import { referencedFeature } from '../look-ups.js';
import type { EvidencePerson, Subject } from './model.js';

/** Exactly one is set. */
export interface SubjectIds {
  annotationId: string;
  featureId: string;
}

export interface FoundSubject {
  projectId: string;
  subject: Subject;
  /** Its id, and those of its proposal and accepted copy. */
  threadIds: string[];
}

export interface SubjectDeps extends Pick<LookUpDeps, 'access' | 'features'> {
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getAnnotation'>;
  projects: Pick<Client<typeof ProjectServiceService>, 'listMembers' | 'getProject'>;
}

export type Subjects = ReturnType<typeof createSubjects>;

const MAX_MENTIONED = 20;

export function createSubjects(deps: SubjectDeps) {
  const { annotations, projects } = deps;

  async function ofFeature(context: CallContext, id: string): Promise<FoundSubject> {
    const row = await referencedFeature({ ...deps }, context, id, 'feature_id');
    const subject = { type: 'feature' as const, id, title: row.name, documentId: '', documentPageId: '' };
    return { projectId: row.projectId, subject, threadIds: [id] };
  }

  async function ofAnnotation(context: CallContext, id: string): Promise<FoundSubject> {
    const { annotation } = await named('Annotation', 'annotation_id', annotations.getAnnotation({ id }, context));
    if (!annotation) throw notAuthorized();
    const { projectId, content: title, documentId, documentPageId, derivedFrom, decisions } = annotation;
    const copyId = currentDecision(decisions)?.copyId ?? '';
    return {
      projectId,
      subject: { type: 'annotation', id, title, documentId, documentPageId },
      threadIds: [id, derivedFrom, copyId].filter(Boolean),
    };
  }

  async function peopleOf(context: CallContext, projectId: string): Promise<Map<string, string>> {
    const { members } = await projects.listMembers({ projectId }, context);
    return new Map(members.map(({ userId, name }) => [userId, name]));
  }

  return {
    /** @throws AppError INVALID_ARGUMENT, NOT_FOUND with the field if missing or not visible */
    find(context: CallContext, { annotationId, featureId }: SubjectIds): Promise<FoundSubject> {
      if (Boolean(annotationId) === Boolean(featureId))
        throw invalidFields({ annotation_id: 'Give either annotation_id or feature_id' });
      return featureId ? ofFeature(context, featureId) : ofAnnotation(context, annotationId);
    },

    /** @throws AppError INVALID_ARGUMENT unless all are people of the project */
    async people(
      context: CallContext,
      projectId: string,
      ids: readonly string[],
      field: string,
    ): Promise<EvidencePerson[]> {
      const distinct = [...new Set(ids)];
      if (distinct.length === 0) return [];
      if (distinct.length > MAX_MENTIONED)
        throw invalidFields({ [field]: `A comment can mention at most ${MAX_MENTIONED} people` });
      const known = await peopleOf(context, projectId);
      return distinct.map((userId) => {
        const name = known.get(userId);
        if (name === undefined) throw invalidFields({ [field]: 'Only people of this project can be chosen' });
        return { userId, name: name || 'Unnamed' };
      });
    },

    async projectTitle(context: CallContext, projectId: string): Promise<string> {
      return (await projects.getProject({ id: projectId }, context)).project?.title ?? '';
    },
  };
}
