import { useMemo } from 'react';
import { useCitedPages } from '../../evidence/cited-pages-api.js';
import { parseCoordinate, useGetFeaturesQuery } from '../../evidence/evidence-api.js';
import { useGetPlacedSheetsQuery, type PlacedSheet } from '../../evidence/georeferences-api.js';
import { useProject } from '../../lib/project/project-context.js';
import { byYear, drawnPlaced, type DrawnSheet } from '../drawn-sheet.js';
import { FEATURE_COLOUR, type MapLayer } from '../map-layers.js';
import { boxOf, toMercator, type Box } from '../mercator.js';
import { propertyBox, propertyLayer } from '../property.js';

const NONE: readonly never[] = [];

/** What a sheet is placed by: sheets that have a place, features, and the property. */
export function useSurroundings(pageId: string) {
  const { project } = useProject();
  const placed = useGetPlacedSheetsQuery({ projectId: project.id });
  const features = useGetFeaturesQuery(project.id);
  const others = useMemo(() => othersThan(pageId, placed.data ?? NONE), [pageId, placed.data]);
  const documentIds = useMemo(() => [...new Set(others.map((sheet) => sheet.document_id))].sort(), [others]);
  const { byId: pages } = useCitedPages(documentIds);
  const sheets = useMemo(
    () =>
      others.flatMap((sheet): DrawnSheet[] => {
        const drawn = drawnPlaced(pages?.get(sheet.page_id), sheet);
        return drawn ? [drawn] : [];
      }),
    [others, pages],
  );
  const layers = useMemo(
    (): MapLayer[] => [
      {
        ...{ id: 'known-features', kind: 'dots', colour: FEATURE_COLOUR, radius: 6 },
        dots: (features.data ?? NONE).flatMap(({ id, name, coordinate: at }) => {
          const place = parseCoordinate(at);
          return place ? [{ ...place, id, name }] : [];
        }),
      },
      propertyLayer(project),
    ],
    [project, features.data],
  );
  const start = useMemo(() => boxOfSheets(others) ?? propertyBox(project), [others, project]);
  return { sheets, layers, start, isLoading: placed.isLoading };
}

const othersThan = (pageId: string, placed: readonly PlacedSheet[]): PlacedSheet[] =>
  placed.filter(({ page_id: id }) => id !== pageId).sort(byYear);

/** Null without any. */
function boxOfSheets(placed: readonly PlacedSheet[]): Box | null {
  const corners = placed
    .flatMap(({ footprint }) => footprint?.coordinates[0] ?? [])
    .map(([longitude, latitude]) => toMercator({ longitude, latitude }));
  return corners.length > 0 ? boxOf(corners) : null;
}
