import { outlineOnEarth, type Place } from '@symbio/georeference';
import { useMemo } from 'react';
import type { Annotation } from '../../evidence/annotation-records.js';
import { useCitedPages } from '../../evidence/cited-pages-api.js';
import { useGetProjectAnnotationsQuery } from '../../evidence/decisions-api.js';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';
import {
  parseCoordinate,
  useGetFeaturesQuery,
  useGetProjectMentionsQuery,
  type Feature,
  type Mention,
} from '../../evidence/evidence-api.js';
import { useGetPlacedSheetsQuery, type PlacedSheet } from '../../evidence/georeferences-api.js';
import { outlineOf } from '../../evidence/outlines.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { fitOfSheet, sheetInWords } from '../../evidence/sheet-place.js';
import { byYear, drawnPlaced, type DrawnSheet } from '../../map/drawn-sheet.js';

export interface MapSheet {
  placed: PlacedSheet;
  /** `Sheet 169 (1896), Sanborn 1896` */
  name: string;
  year: number | null;
  /** Null without a picture. */
  drawn: DrawnSheet | null;
}

export interface MapDot extends Place {
  /** `feature:` or `mention:` and its id. */
  id: string;
  name: string;
  /** Screen that shows it. */
  href: string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function mapSheets(
  placed: readonly PlacedSheet[],
  pages: ReadonlyMap<string, DocumentPage>,
  titles: Readonly<Record<string, string>>,
): MapSheet[] {
  return placed
    .map((sheet): MapSheet => {
      const page = pages.get(sheet.page_id);
      const title = titles[sheet.document_id];
      const name = capital(
        sheetInWords(page ?? { page_number: sheet.page_number, metadata: { year: sheet.year ?? undefined } }),
      );
      return {
        ...{ placed: sheet, year: sheet.year, name: title ? `${name}, ${title}` : name },
        drawn: drawnPlaced(page, sheet),
      };
    })
    .sort((a, b) => byYear(a, b) || a.name.localeCompare(b.name));
}

export function featureDots(projectId: string, features: readonly Feature[]): MapDot[] {
  return features.flatMap(({ id, name, coordinate }) => {
    const place = parseCoordinate(coordinate);
    return place
      ? [{ ...place, id: `feature:${id}`, name, href: `/projects/${projectId}/insights?feature=${id}` }]
      : [];
  });
}

/** Of mentions whose annotations lie on placed sheets. */
export function mentionDots(
  projectId: string,
  mentions: readonly Mention[],
  annotations: readonly Annotation[],
  placed: readonly PlacedSheet[],
): MapDot[] {
  const fits = new Map(placed.map((sheet) => [sheet.page_id, fitOfSheet(sheet)]));
  const byId = new Map(annotations.map((annotation) => [annotation.id, annotation]));
  return mentions.flatMap(({ id, source_annotation_id: annotationId }) => {
    const annotation = byId.get(annotationId);
    const fit = annotation && fits.get(annotation.document_page_id);
    if (!annotation || !fit) return [];
    const { centre } = outlineOnEarth(fit, outlineOf(annotation.coordinates).points);
    const { document_id: documentId, document_page_id: pageId } = annotation;
    const href = `/projects/${projectId}/documents/${documentId}?page=${pageId}&annotation=${annotation.id}`;
    return [{ ...centre, id: `mention:${id}`, name: annotation.content, href }];
  });
}

const NONE: readonly never[] = [];

export function useMapData(projectId: string) {
  const placed = useGetPlacedSheetsQuery({ projectId });
  const features = useGetFeaturesQuery(projectId);
  const mentions = useGetProjectMentionsQuery(projectId);
  const annotations = useGetProjectAnnotationsQuery(projectId);
  const titles = useGetDocumentTitlesQuery(projectId);
  const list = placed.data ?? NONE;
  const documentIds = useMemo(() => [...new Set(list.map((sheet) => sheet.document_id))].sort(), [list]);
  const pages = useCitedPages(documentIds);
  const sheets = useMemo(
    () => (pages.byId ? mapSheets(list, pages.byId, titles.data ?? {}) : []),
    [list, pages.byId, titles.data],
  );
  const featuresOnMap = useMemo(() => featureDots(projectId, features.data ?? NONE), [features.data, projectId]);
  const mentionsOnMap = useMemo(
    () => mentionDots(projectId, mentions.data ?? NONE, annotations.data ?? NONE, list),
    [annotations.data, list, mentions.data, projectId],
  );
  const failed = [placed, features, mentions, annotations].find((query) => query.isError && !query.data);
  return {
    ...{ sheets, features: featuresOnMap, mentions: mentionsOnMap },
    isLoading: placed.isLoading || features.isLoading || (documentIds.length > 0 && !pages.byId),
    failure: failed ? { error: failed.error, onRetry: () => void failed.refetch() } : pages.failure,
  };
}
