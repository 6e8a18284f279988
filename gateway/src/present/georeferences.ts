import type { z } from 'zod';
import type { georeferenceSchemas as schemas } from '@symbio/api';
import { isWithin, outlineOnEarth, planeAt, type Affine, type Fit, type Pixel } from '@symbio/georeference';
import type { Annotation } from '@symbio/proto/annotation';
import { outlinePoints } from '@symbio/proto/annotation/outlines';
import type { Georeference, GeoreferenceProposal } from '@symbio/proto/document';
import { MAX_LOCATED } from '@symbio/proto/limits';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { moment } from './json.js';

export function fitOf({ fit }: Georeference): Pick<Fit, 'affine' | 'plane'> | undefined {
  if (!fit?.origin) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = fit.affine;
  const affine: Affine = [a, b, c, d, e, f];
  return { affine, plane: planeAt(fit.origin) };
}

export const presentPlacedSheet = (found: Georeference): z.output<typeof schemas.placedSheet> => ({
  page_id: found.pageId,
  ...{ region_id: found.regionId || 'sheet', region_name: found.regionName || null },
  project_id: found.projectId,
  document_id: found.documentId,
  page_number: found.pageNumber,
  year: found.year ?? null,
  state: found.state,
  state_text: found.stateText,
  expected_feet: found.fit?.expectedFeet ?? null,
  feet_per_pixel: found.fit?.feetPerPixel ?? null,
  fit: found.fit?.origin ? { kind: found.fit.kind, affine: found.fit.affine, origin: { ...found.fit.origin } } : null,
  footprint:
    found.footprint.length > 0
      ? {
          type: 'Polygon',
          coordinates: [found.footprint.map(({ longitude, latitude }): [number, number] => [longitude, latitude])],
        }
      : null,
  updated_at: moment(found.updatedAt),
});

export const presentProposal = (found: GeoreferenceProposal): z.output<typeof schemas.proposal> => ({
  ...{ state: found.state, agreeing: found.agreeing, streets: found.streets, score: found.score, next: found.next },
  points: found.points.map(({ id, x, y, longitude, latitude, name }) => ({ id, x, y, longitude, latitude, name })),
  why: found.why,
  made_at: moment(found.madeAt),
});

const maskOf = ({ mask }: Georeference) => (mask.length > 0 ? mask.map(({ x, y }) => ({ x, y })) : null);

const presentRegion = (found: Georeference) => ({
  ...{ region_id: found.regionId || 'sheet', region_name: found.regionName || null },
  ...{ state: found.state, state_text: found.stateText, expected_feet: found.fit?.expectedFeet ?? null },
  ...{ mask: maskOf(found), points: found.points.length, updated_at: moment(found.updatedAt) },
});

export function presentGeoreference(
  found: Georeference,
  proposal?: GeoreferenceProposal,
  regions: readonly Georeference[] = [],
): z.output<typeof schemas.georeference> {
  const worst = found.worstIndex === undefined ? undefined : found.points[found.worstIndex];
  return {
    ...presentPlacedSheet(found),
    picture_width: found.pictureWidth,
    picture_height: found.pictureHeight,
    points: found.points.map(({ missFeet, byId, byName, at, ...point }) => ({
      ...point,
      miss_feet: missFeet ?? null,
      by_id: byId,
      by_name: byName,
      at: moment(at),
    })),
    mask: maskOf(found),
    worst_point: worst ? { id: worst.id, index: found.worstIndex ?? 0, feet: found.worstFeet ?? 0 } : null,
    note: found.note || null,
    same_place_page_id: found.samePlacePageId || null,
    regions: [...(found.id ? [found] : []), ...regions.filter(({ id }) => id !== found.id)].map(presentRegion),
    proposal: proposal ? presentProposal(proposal) : null,
    history: found.history.map(({ id, kind, pointsBefore, byId, byName, at }) => ({
      ...{ id, kind, points_before: pointsBefore },
      ...{ by_id: byId, by_name: byName, at: moment(at) },
    })),
    by_id: found.byId || null,
    by_name: found.byName || null,
    created_at: moment(found.createdAt),
  };
}

export type PlaceOfOutline = z.output<typeof schemas.placeOfOutline>;

/** Null if the sheet is not placed. */
export function placeOfAnnotation({ shape }: Annotation, sheet: Georeference | undefined): PlaceOfOutline | null {
  const fit = sheet && fitOf(sheet);
  const corners = outlinePoints(shape);
  if (!fit || corners.length === 0) return null;
  const { ring, areaSqFt, centre } = outlineOnEarth(fit, corners);
  return {
    type: 'Polygon',
    coordinates: [ring],
    area_sq_ft: areaSqFt,
    centre,
    uncertainty_ft: sheet.fit?.expectedFeet ?? 0,
  };
}

const isRegion = ({ regionId }: Georeference): boolean => regionId !== '' && regionId !== 'sheet';

/** The region that contains a pixel, else the whole sheet. */
export const partAt = (parts: readonly Georeference[], at: Pixel | undefined): Georeference | undefined =>
  parts.find((part) => isRegion(part) && at && isWithin(at, part.mask)) ?? parts.find((part) => !isRegion(part));

export async function sheetsOf(
  { document }: Pick<Clients, 'document'>,
  annotations: readonly Annotation[],
  parent: CallParent,
): Promise<Map<string, Georeference>> {
  const pageIds = [...new Set(annotations.map(({ documentPageId }) => documentPageId))];
  const parts = new Map<string, Georeference[]>();
  for (let at = 0; at < pageIds.length; at += MAX_LOCATED) {
    const { georeferences } = await document.locatePages({ pageIds: pageIds.slice(at, at + MAX_LOCATED) }, parent);
    for (const part of georeferences) parts.set(part.pageId, [...(parts.get(part.pageId) ?? []), part]);
  }
  const sheets = new Map<string, Georeference>();
  for (const { id, documentPageId, shape } of annotations) {
    const sheet = partAt(parts.get(documentPageId) ?? [], outlinePoints(shape)[0]);
    if (sheet) sheets.set(id, sheet);
  }
  return sheets;
}
