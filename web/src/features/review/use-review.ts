import { useMemo } from 'react';
import { useProject } from '../../lib/project/project-context.js';
import { isSuppressed, type Annotation } from '../../evidence/annotation-records.js';
import { useGetAssignmentsQuery } from '../../evidence/comments/comments-api.js';
import { useGetFeaturesQuery, useGetProjectMentionsQuery } from '../../evidence/evidence-api.js';
import { useGetProjectAnnotationsQuery } from '../../evidence/decisions-api.js';
import { openProposals, withNewest } from './review-queue.js';
import type { Proposal } from './proposal.js';
import { useVisit } from './review-visit.js';

export interface ReviewState {
  isReady: boolean;
  /** Most urgent first, without pending decisions. */
  queue: readonly Proposal[];
  /** Hidden by rules, in the same order. */
  suppressed: readonly Proposal[];
  annotations: readonly Annotation[];
  failure: { error: unknown; onRetry: () => void } | null;
}

const NONE: readonly never[] = [];

/** Loads nothing without permission to decide. */
export function useReviewState(): ReviewState {
  const { project, canEdit } = useProject();
  const skip = !canEdit;
  const { deciding, known, shownAnyway } = useVisit(project.id);
  const annotations = useGetProjectAnnotationsQuery(project.id, { skip });
  const mentions = useGetProjectMentionsQuery(project.id, { skip });
  const features = useGetFeaturesQuery(project.id, { skip });
  const { data: assignments } = useGetAssignmentsQuery(project.id, { skip });
  const newest = useMemo(() => withNewest(annotations.data ?? NONE, known), [annotations.data, known]);
  const proposals = useMemo(
    () => openProposals(newest, mentions.data ?? NONE, features.data ?? NONE, assignments),
    [newest, mentions.data, features.data, assignments],
  );
  const [queue, suppressed] = useMemo(() => {
    const undecided = proposals.filter(({ annotation }) => !deciding.has(annotation.id));
    const isHidden = ({ annotation }: Proposal) => isSuppressed(annotation) && !shownAnyway.has(annotation.id);
    return [undecided.filter((each) => !isHidden(each)), undecided.filter(isHidden)] as const;
  }, [proposals, deciding, shownAnyway]);
  // failing mentions affect only the order
  const isReady = annotations.data !== undefined && !mentions.isLoading && !features.isLoading;
  const isUnread = annotations.isError && !annotations.isFetching && annotations.data === undefined;
  const failure = isUnread ? { error: annotations.error, onRetry: () => void annotations.refetch() } : null;
  return { isReady: isReady && canEdit, queue, suppressed, annotations: newest, failure };
}

export function reviewAddress(projectId: string, { id, document_id, document_page_id }: Annotation): string {
  const query = new URLSearchParams({ page: document_page_id, annotation: id, review: '1' });
  return `/projects/${projectId}/documents/${document_id}?${query.toString()}`;
}
