import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { CitedPage } from '@symbio/proto/reports';
import type { Evidence } from '@symbio/report';

const CURRENT_CONDITIONS: readonly string[] = ['rec', 'crec'] satisfies DeterminationKind[];

/** Pages with the marks that RECs and CRECs of locked evidence rest on, in its order. */
export function citedPages({ features, mentions, annotations, pages, documents }: Evidence): CitedPage[] {
  const marks = new Map(annotations.map((one) => [one.id, one]));
  const ofId = new Map(pages.map((one) => [one.id, one]));
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return features.flatMap(({ id, name: featureName, determination }) => {
    if (!determination || !CURRENT_CONDITIONS.includes(determination.kind)) return [];
    const cited = mentions.filter(
      ({ feature_id, history_id }) => feature_id === id && determination.evidence_ids.includes(history_id),
    );
    return cited.flatMap(({ annotation_id: annotationId = '' }) => {
      const page = ofId.get(marks.get(annotationId)?.page_id ?? '');
      if (!page) return [];
      const { id: pageId, document_id: documentId, page_number: pageNumber } = page;
      return { pageId, documentId, annotationId, pageNumber, documentTitle: titles.get(documentId) ?? '', featureName };
    });
  });
}
