import type { Annotation } from '../../evidence/annotation-records.js';
import { labelOf } from '../../evidence/annotation-records.js';
import type { Mention } from '../../evidence/evidence-api.js';
import { api, type Envelope } from '../../lib/api.js';
import type { TimeSheet } from './time-sheet.js';

/** An annotation that shows a feature. */
export interface Sighting {
  annotation: Annotation;
  sheet: TimeSheet;
}

/** What is read of a feature: the annotations behind its mentions that hold. */
const sightingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSeenFeature: build.query<Annotation[], string>({
      async queryFn(featureId, _api, _options, fetchWith) {
        const answer = await fetchWith({ url: '/api/public/mentions', params: { feature_id: featureId } });
        if (answer.error) return { error: answer.error };
        const mentions = (answer.data as Envelope<Mention[]>).data;
        const held = mentions.filter(({ current_history_id: record }) => record !== null);
        const answers = await Promise.all(
          held.map(async ({ source_annotation_id: id }) => fetchWith(`/api/annotations/${encodeURIComponent(id)}`)),
        );
        const failed = answers.find(({ error }) => error && error.status !== 404);
        if (failed?.error) return { error: failed.error };
        // one that was deleted a moment ago shows nothing any more
        return { data: answers.flatMap(({ data }) => (data ? [(data as Envelope<Annotation>).data] : [])) };
      },
      providesTags: ['Mention', 'Annotation'],
    }),
  }),
});

export const { useGetSeenFeatureQuery } = sightingsApi;

/** Where a feature was seen, in the order of the rail; what lies on no sheet of it is left out. */
export const sightingsOf = (annotations: readonly Annotation[], sheets: readonly TimeSheet[]): Sighting[] =>
  sheets.flatMap((sheet) =>
    annotations
      .filter(({ document_page_id: pageId }) => pageId === sheet.page.id)
      .map((annotation) => ({ annotation, sheet })),
  );

/** The sighting after or before one, around the end; -1 as `at`: none yet. */
export const nextSighting = (count: number, at: number, step: 1 | -1): number =>
  at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;

/** `2 of 5: Year 1896, Sheet 12 · “Gas holder”` */
export function sightingText(sightings: readonly Sighting[], at: number): string {
  const sighting = sightings[at];
  if (sightings.length === 0) return 'It was seen on none of these sheets.';
  if (!sighting) return sightings.length === 1 ? 'Seen once.' : `Seen ${sightings.length} times.`;
  const { sheet, annotation } = sighting;
  const where = [sheet.label, sheet.subtitle].filter((part) => part !== '').join(', ');
  return `${at + 1} of ${sightings.length}: ${where} · “${labelOf(annotation)}”`;
}
