import type { Place } from '@symbio/georeference';
import { useMemo, useState } from 'react';
import { useGetBoundaryQuery } from '../../../evidence/boundary-api.js';
import { farBoundaryText } from '../../../evidence/boundary-text.js';
import { useBoundaryChanges } from '../../../evidence/use-boundary-changes.js';
import { useProject } from '../../../lib/project/project-context.js';
import type { MapLayer, MapMarker } from '../../../map/map-layers.js';
import { boundaryBox, boundaryLayers, outlineLayer, radiusLayer } from '../../../map/boundary-layers.js';
import { geometryOfCorners } from './outline.js';

/** The boundary of the property, its search radii, and the boundary that is being drawn. */
export function useBoundaryOnMap() {
  const { project, canEdit } = useProject();
  const { currentData } = useGetBoundaryQuery(project.id, { skip: !project.boundary });
  const changes = useBoundaryChanges(project.id);
  const [corners, setCorners] = useState<readonly Place[] | null>(null);
  const [showsRadii, setShowsRadii] = useState(true);
  const geometry = (project.boundary && currentData?.geometry) || null;
  // a text: the list is new with each answer
  const distances = [...new Set((project.search_radii ?? []).map(({ miles }) => miles))]
    .sort((a, b) => b - a)
    .join(' ');
  const layers = useMemo((): MapLayer[] => {
    if (!geometry) return [];
    const miles = showsRadii && distances !== '' ? distances.split(' ').map(Number) : [];
    return [...(miles.length > 0 ? [radiusLayer(geometry, miles)] : []), ...boundaryLayers(geometry)];
  }, [geometry, distances, showsRadii]);
  const drawnLayers = useMemo((): MapLayer[] => (corners ? [outlineLayer(corners)] : []), [corners]);
  const markers = useMemo(
    () => (corners ?? []).map((corner, at): MapMarker => ({ ...corner, key: `corner-${at}`, text: String(at + 1) })),
    [corners],
  );
  const box = useMemo(() => geometry && boundaryBox(geometry), [geometry]);

  async function finish(): Promise<void> {
    if (corners && (await changes.save(geometryOfCorners(corners)))) setCorners(null);
  }

  return {
    ...{ changes, box, corners, markers, canEdit, showsRadii, setShowsRadii },
    layers: useMemo(() => [...layers, ...drawnLayers], [layers, drawnLayers]),
    radii: project.search_radii ?? [],
    acres: project.boundary?.area_acres ?? null,
    far: farBoundaryText(project),
    hasGeometry: geometry !== null,
    begin: () => setCorners([]),
    add: (corner: Place) => setCorners((before) => before && [...before, corner]),
    removeLast: () => setCorners((before) => before && before.slice(0, -1)),
    cancel: () => setCorners(null),
    finish,
  };
}

export type BoundaryOnMap = ReturnType<typeof useBoundaryOnMap>;
