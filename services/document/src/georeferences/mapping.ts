import { feetPerPixel, footprintOf, judge, stateInWords, type Judgement, type Pixel } from '@symbio/georeference';
import { event } from '@symbio/mongo';
import { georeferenceEvents, type Georeference, type GeoreferenceChange } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { WHOLE_SHEET, type Footprint, type GeoreferenceRow, type StoredChange, type StoredPlacing } from './model.js';

export type OfPage = Pick<PageRow, 'pageNumber' | 'year'>;

const sizeOf = ({ pictureWidth, pictureHeight }: StoredPlacing) => ({ width: pictureWidth, height: pictureHeight });

export const judgementOf = (row: StoredPlacing): Judgement => judge(row.points, sizeOf(row));

/** Values that queries need. */
export function derived(row: StoredPlacing): { state: Judgement['state']; footprint: Footprint | undefined } {
  const { state, fit } = judgementOf(row);
  if (!fit) return { state, footprint: undefined };
  const { ring } = footprintOf(fit, sizeOf(row), row.mask);
  return { state, footprint: { type: 'Polygon', coordinates: [ring] } };
}

const toChange = ({ before, ...change }: StoredChange): GeoreferenceChange => ({
  ...change,
  pointsBefore: before.points.length,
});

export function toGeoreference(row: GeoreferenceRow, page?: OfPage): Georeference {
  const { state, fit, expectedFeet, worst, misses, note } = judgementOf(row);
  return {
    ...{ id: row._id, projectId: row.projectId, documentId: row.documentId, pageId: row.pageId },
    ...{ regionId: row.regionId, regionName: row.regionName ?? '' },
    mask: (row.mask ?? []).map(({ x, y }): Pixel => ({ x, y })),
    pictureWidth: row.pictureWidth,
    pictureHeight: row.pictureHeight,
    points: row.points.map((point, at) => ({ ...point, name: point.name ?? '', missFeet: misses[at] ?? undefined })),
    state,
    fit: fit && expectedFeet !== null ? sheetFit(fit.kind, fit, expectedFeet) : undefined,
    note,
    stateText: stateInWords(state, expectedFeet),
    worstIndex: worst?.index,
    worstFeet: worst?.feet,
    footprint: (row.footprint?.coordinates[0] ?? []).map(([longitude, latitude]) => ({ longitude, latitude })),
    history: (row.history ?? []).map(toChange),
    byId: row.byId,
    byName: row.byName,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    pageNumber: page?.pageNumber ?? 0,
    year: page?.year,
    samePlacePageId: '',
  };
}

export const sheetFit = (
  kind: string,
  { affine, plane }: Pick<NonNullable<Judgement['fit']>, 'affine' | 'plane'>,
  expectedFeet: number,
): Georeference['fit'] => ({
  ...{ kind, affine: [...affine], origin: plane.origin, expectedFeet },
  feetPerPixel: feetPerPixel({ affine }),
});

export const notPlaced = (page: PageRow): Georeference => ({
  ...{ id: '', projectId: page.projectId, documentId: page.documentId, pageId: page._id },
  ...{ regionId: WHOLE_SHEET, regionName: '' },
  ...{ mask: [], pictureWidth: page.width, pictureHeight: page.height, points: [], footprint: [], history: [] },
  ...{ state: 'none', fit: undefined, note: '', stateText: stateInWords('none', null) },
  ...{ worstIndex: undefined, worstFeet: undefined, byId: '', byName: '', createdAt: undefined, updatedAt: undefined },
  ...{ pageNumber: page.pageNumber, year: page.year, samePlacePageId: '' },
});

export const georeferenceEvent = (verb: 'created' | 'changed', row: GeoreferenceRow) =>
  event(georeferenceEvents[verb], row.projectId, { georeference: { ...toGeoreference(row), history: [] } });

/** Scales of placed pages, by page. */
export const placementsOf = (
  rows: readonly GeoreferenceRow[],
): Map<string, { placed: { feetPerPixel: number; stateText: string } }> =>
  new Map(
    rows.flatMap((row) => {
      const { fit, state, expectedFeet } = judgementOf(row);
      if (!fit) return [];
      return [
        [row.pageId, { placed: { feetPerPixel: feetPerPixel(fit), stateText: stateInWords(state, expectedFeet) } }],
      ];
    }),
  );
