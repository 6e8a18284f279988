import { useMemo } from 'react';
import { useProject } from '../../lib/project-context.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { useGetFeaturesQuery, useGetProjectMentionsQuery } from '../../evidence/evidence-api.js';
import { useGetProjectAnnotationsQuery } from '../../evidence/decisions-api.js';
import { openProposals, withNewest } from './review-queue.js';
import type { Proposal } from './review-queue.js';
import { useVisit } from './review-visit.js';

export interface ReviewState {
  /** Whether everything the order depends on is there. */
  isReady: boolean;
  /** What waits for a decision, most urgent first; what is being sent is left out. */
  queue: readonly Proposal[];
  annotations: readonly Annotation[];
  /** Why it cannot be told what is to be reviewed, and how to read it again; null when it can, or is being read. */
  failure: { error: unknown; onRetry: () => void } | null;
}

const NONE: readonly never[] = [];

/** What is to be reviewed in the open project; nothing is read for people who may not decide. */
export function useReviewState(): ReviewState {
  const { project, canEdit } = useProject();
  const skip = !canEdit;
  const { deciding, known } = useVisit(project.id);
  const annotations = useGetProjectAnnotationsQuery(project.id, { skip });
  const mentions = useGetProjectMentionsQuery(project.id, { skip });
  const features = useGetFeaturesQuery(project.id, { skip });
  const newest = useMemo(() => withNewest(annotations.data ?? NONE, known), [annotations.data, known]);
  const proposals = useMemo(
    () => openProposals(newest, mentions.data ?? NONE, features.data ?? NONE),
    [newest, mentions.data, features.data],
  );
  const queue = useMemo(
    () => (deciding.size === 0 ? proposals : proposals.filter(({ annotation }) => !deciding.has(annotation.id))),
    [proposals, deciding],
  );
  // mentions that can't be read cost the order, not the review
  const isReady = annotations.data !== undefined && !mentions.isLoading && !features.isLoading;
  const isUnread = annotations.isError && !annotations.isFetching && annotations.data === undefined;
  const failure = isUnread ? { error: annotations.error, onRetry: () => void annotations.refetch() } : null;
  return { isReady: isReady && canEdit, queue, annotations: newest, failure };
}

/** The address that shows a proposal on its sheet, in review. */
export function reviewAddress(projectId: string, { id, document_id, document_page_id }: Annotation): string {
  const query = new URLSearchParams({ page: document_page_id, annotation: id, review: '1' });
  return `/projects/${projectId}/documents/${document_id}?${query.toString()}`;
}
