import { useMemo } from 'react';
import { authorOf, isOpenProposal, labelOf } from '../../evidence/annotation-records.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { useGetProjectAnnotationsQuery } from '../../evidence/decisions-api.js';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';

/** Where something was seen. */
export interface Source {
  annotation: Annotation;
  /** What the annotation is called, and the document it lies in. */
  text: string;
  /** An agent proposes it, and nobody has decided about it. */
  isOpen: boolean;
  /** Who took an agent's proposal over, or marked it; null for what an agent proposes. */
  person: string | null;
}

/** The annotations of a project, as far as they are known. */
export interface Sources {
  /**
   * By their ids; undefined while they are asked for, since a mention that is told of without them grows by a line when they
   * come.
   */
  byId: ReadonlyMap<string, Source> | undefined;
  /** Why they could not be read, and how to read them again; null when they were, or are being. Then `byId` is empty. */
  failure: { error: unknown; onRetry: () => void } | null;
}

/** The annotations of a project, each with where it lies. */
export function useSources(projectId: string): Sources {
  const { data: annotations, isError, error, refetch } = useGetProjectAnnotationsQuery(projectId);
  const { data: titles, isLoading } = useGetDocumentTitlesQuery(projectId);
  const isUnread = isError && !annotations;
  const byId = useMemo(() => {
    if (isUnread) return new Map<string, Source>();
    if (!annotations || isLoading) return undefined;
    return new Map(
      annotations.map((annotation): [string, Source] => {
        const title = titles?.[annotation.document_id];
        const isAgents = annotation.author_type === 'ai_agent';
        return [
          annotation.id,
          {
            annotation,
            text: title === undefined ? labelOf(annotation) : `${labelOf(annotation)}, ${title}`,
            isOpen: isOpenProposal(annotation),
            person: isAgents ? null : authorOf(annotation),
          },
        ];
      }),
    );
  }, [annotations, titles, isLoading, isUnread]);
  return { byId, failure: isUnread ? { error, onRetry: () => void refetch() } : null };
}
