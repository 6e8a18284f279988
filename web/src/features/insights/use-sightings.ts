import { useMemo } from 'react';
import { useCitedPages } from '../../evidence/cited-pages-api.js';
import type { Mention } from '../../evidence/evidence-api.js';
import { isCurrent } from './insight-filters.js';
import { sightingsByFeature, type Sighting } from './sightings.js';
import type { Sources } from './use-sources.js';

export interface Sightings {
  byFeature: ReadonlyMap<string, readonly Sighting[]>;
  isLoading: boolean;
  /** Of the pages; sources report theirs where they are listed. */
  failure: { error: unknown; onRetry: () => void } | null;
}

/** Current evidence of all features with pages and years. */
export function useSightings({ byId: sources }: Sources, mentions: readonly Mention[]): Sightings {
  const documentIds = useMemo(() => {
    const linked = mentions.filter((mention) => mention.feature_of_interest_id && isCurrent(mention));
    const ids = linked.flatMap(({ source_annotation_id: id }) => sources?.get(id)?.annotation.document_id ?? []);
    return [...new Set(ids)].sort();
  }, [mentions, sources]);
  const { byId: pages, failure } = useCitedPages(documentIds);
  const byFeature = useMemo(
    () => (sources && pages ? sightingsByFeature(mentions, sources, pages) : new Map<string, readonly Sighting[]>()),
    [mentions, sources, pages],
  );
  return { byFeature, isLoading: !sources || !pages, failure };
}
