import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { FeatureServiceService, HistoryRecord } from '@symbio/proto/feature';
import type { CitedPage, ListCitedPagesResponse } from '@symbio/proto/reports';
import type { Evidence, EvidenceDetermination } from '@symbio/report';
import type { CallContext, Client } from '@symbio/rpc';
import type { FileReader } from '../files.js';
import type { Versions } from '../versions.js';
import { EVIDENCE_FILE } from './lock.js';

const CURRENT_CONDITIONS: readonly string[] = ['rec', 'crec'] satisfies DeterminationKind[];

type MentionRecord = Pick<HistoryRecord, 'id' | 'mentionId'>;

const isCurrent = (determination: EvidenceDetermination | undefined): determination is EvidenceDetermination =>
  determination !== undefined && CURRENT_CONDITIONS.includes(determination.kind);

/** Whether a REC or CREC cites a record that the evidence does not have, as its mention was edited before the lock. */
function hasEarlierRecords({ features, mentions }: Evidence): boolean {
  const holding = new Set(mentions.map(({ history_id }) => history_id));
  return features.some(
    ({ determination }) => isCurrent(determination) && determination.evidence_ids.some((id) => !holding.has(id)),
  );
}

/**
 * Pages with the marks that RECs and CRECs of locked evidence rest on, in its order.
 * @param records earlier ones of its mentions
 */
export function citedPages(
  { features, mentions, annotations, pages, documents }: Evidence,
  records: readonly MentionRecord[],
): CitedPage[] {
  const marks = new Map(annotations.map((one) => [one.id, one]));
  const ofId = new Map(pages.map((one) => [one.id, one]));
  const mentionOf = new Map(records.map(({ id, mentionId }) => [id, mentionId]));
  for (const { id, history_id } of mentions) mentionOf.set(history_id, id);
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  return features.flatMap(({ id, name: featureName, determination }) => {
    if (!isCurrent(determination)) return [];
    const citedIds = determination.evidence_ids.map((recordId) => mentionOf.get(recordId));
    const cited = mentions.filter((mention) => mention.feature_id === id && citedIds.includes(mention.id));
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
  feature: Pick<Client<typeof FeatureServiceService>, 'listMentionHistory'>;
}

/** Those of a version; none of a retained one, as openings were erased with the project. */
export const createCitedPages =
  ({ versions, read, feature }: CitedPagesDeps) =>
  /** @throws AppError NOT_FOUND */
  async (id: string, context: CallContext): Promise<ListCitedPagesResponse> => {
    const row = await versions.get(id, context);
    const { projectId, professionalId = '' } = row;
    if (row.retained) return { pages: [], projectId, professionalId };
    const evidence = JSON.parse(await read(row, EVIDENCE_FILE)) as Evidence;
    const { records } = hasEarlierRecords(evidence)
      ? await feature.listMentionHistory({ projectId }, context)
      : { records: [] };
    return { pages: citedPages(evidence, records), projectId, professionalId };
  };
