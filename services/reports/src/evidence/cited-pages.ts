import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { CitedPage, ListCitedPagesResponse } from '@symbio/proto/reports';
import type { Evidence } from '@symbio/report';
import type { CallContext } from '@symbio/rpc';
import type { FileReader } from '../files.js';
import type { Versions } from '../versions.js';
import { EVIDENCE_FILE } from './lock.js';

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

export interface CitedPagesDeps {
  versions: Pick<Versions, 'get'>;
  read: FileReader;
}

/** Those of a version; none of a retained one, as openings were erased with the project. */
export const createCitedPages =
  ({ versions, read }: CitedPagesDeps) =>
  /** @throws AppError NOT_FOUND */
  async (id: string, context: CallContext): Promise<ListCitedPagesResponse> => {
    const row = await versions.get(id, context);
    const { projectId, professionalId = '' } = row;
    if (row.retained) return { pages: [], projectId, professionalId };
    const evidence = JSON.parse(await read(row, EVIDENCE_FILE)) as Evidence;
    return { pages: citedPages(evidence), projectId, professionalId };
  };
