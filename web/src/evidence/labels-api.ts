import type { LabelCount as LabelUse } from '@symbio/client/app';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { Envelope } from '../lib/http/api.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';
import { DEFAULT_LABEL } from '@symbio/sheet/adapters/symbio';

export type { LabelUse };

/** Seconds: labels of others change slowly; the user's own are counted immediately. */
const KEPT_SECONDS = 300;

export const labelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProjectLabels: build.query<LabelUse[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/labels', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<LabelUse[]>) => answer.data,
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetProjectLabelsQuery } = labelsApi;

/** It is suggested next. */
export function countLabel(projectId: string, content: string, by = 1): ApiThunk<void> {
  return (dispatch) => {
    if (content === DEFAULT_LABEL) return;
    dispatch(labelsApi.util.updateQueryData('getProjectLabels', projectId, (uses) => counted(uses, content, by)));
  };
}

/** Most used first. */
export function counted(uses: readonly LabelUse[], content: string, by: number): LabelUse[] {
  const before = uses.find((use) => use.content === content)?.count ?? 0;
  const others = uses.filter((use) => use.content !== content);
  return [...others, { content, count: before + by }].sort(
    (a, b) => b.count - a.count || a.content.localeCompare(b.content),
  );
}

export const OFFERED_LABELS = 9;

/**
 * Prefix matches, then other matches, each most used first.
 * @param typed empty: the most used
 */
export function offeredLabels(uses: readonly LabelUse[], typed: string): LabelUse[] {
  const words = typed.trim().toLowerCase();
  const others = uses.filter(({ content }) => content.toLowerCase() !== words);
  if (words === '') return others.slice(0, OFFERED_LABELS);
  const starts = others.filter(({ content }) => content.toLowerCase().startsWith(words));
  const holds = others.filter(
    ({ content }) => content.toLowerCase().includes(words) && !content.toLowerCase().startsWith(words),
  );
  return [...starts, ...holds].slice(0, OFFERED_LABELS);
}
