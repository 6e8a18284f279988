import type { Annotation } from '../../evidence/annotation-records.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { evidenceApi, type Mention } from '../../evidence/evidence-api.js';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import type { TimeSheet } from './time-sheet.js';

export interface Sighting {
  annotation: Annotation;
  sheet: TimeSheet;
}

/** Above, all annotations of the project are read, a thousand per page. */
const MAX_SINGLY = 20;

/** The API cannot list annotations by several ids. */
const sightingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSeenFeature: build.query<Annotation[], { projectId: string; featureId: string }>({
      extraOptions: { whole: true },
      async queryFn({ projectId, featureId }, { dispatch }, _options, listOf) {
        const mentions = await listOf(operation('GET', '/api/public/mentions', { query: { feature_id: featureId } }));
        if (mentions.error) return { error: mentions.error };
        const held = (mentions.data as Envelope<Mention[]>).data.filter(({ current_history_id: id }) => id !== null);
        const ids = new Set(held.map(({ source_annotation_id: id }) => id));
        if (ids.size > MAX_SINGLY) {
          const all = await listOf(operation('GET', '/api/public/annotations', { query: { project_id: projectId } }));
          if (all.error) return { error: all.error };
          return { data: (all.data as Envelope<Annotation[]>).data.filter(({ id }) => ids.has(id)) };
        }
        const read = { forceRefetch: true, subscribe: false };
        const answers = await Promise.all(
          [...ids].map(async (id) => dispatch(evidenceApi.endpoints.getSourceAnnotation.initiate(id, read))),
        );
        const errors = answers.flatMap(({ error }) => (error ? [apiErrorOf(error)] : []));
        const failed = errors.find(({ status }) => status !== 404);
        if (failed) return { error: failed };
        // a recently deleted annotation is skipped
        return { data: answers.flatMap(({ data }) => (data ? [data] : [])) };
      },
      providesTags: ['Mention', 'Annotation'],
    }),
  }),
});

export const { useGetSeenFeatureQuery } = sightingsApi;

/** In rail order; ignores annotations outside these sheets. */
export const sightingsOf = (annotations: readonly Annotation[], sheets: readonly TimeSheet[]): Sighting[] =>
  sheets.flatMap((sheet) =>
    annotations
      .filter(({ document_page_id: pageId }) => pageId === sheet.page.id)
      .map((annotation) => ({ annotation, sheet })),
  );

/** Wraps around; `at` may be -1. */
export const nextSighting = (count: number, at: number, step: 1 | -1): number =>
  at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;

/** `2 of 5: Year 1896, Sheet 12 · “Gas holder”` */
export function sightingText(sightings: readonly Sighting[], at: number): string {
  const sighting = sightings[at];
  if (sightings.length === 0) return 'Not seen on any of these sheets.';
  if (!sighting) return sightings.length === 1 ? 'Seen once.' : `Seen ${sightings.length} times.`;
  const { sheet, annotation } = sighting;
  const where = [sheet.label, sheet.subtitle].filter((part) => part !== '').join(', ');
  return `${at + 1} of ${sightings.length}: ${where} · “${labelOf(annotation)}”`;
}
