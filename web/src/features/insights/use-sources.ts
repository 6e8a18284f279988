import { useMemo } from 'react';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { authorOf, isOpenProposal } from '../../evidence/annotation-records.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { useGetProjectAnnotationsQuery } from '../../evidence/decisions-api.js';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';

export interface Source {
  annotation: Annotation;
  /** Of the document; null if it was deleted. */
  title: string | null;
  /** Label and title. */
  text: string;
  isOpen: boolean;
  /** Who accepted or created it; null for an agent's proposal. */
  person: string | null;
}

export interface Sources {
  /** Undefined while loading, so that rows render once with their final height. */
  byId: ReadonlyMap<string, Source> | undefined;
  /** Null unless reading failed; then `byId` is empty. */
  failure: { error: unknown; onRetry: () => void } | null;
}

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
            title: title ?? null,
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
