import { propertyMaps as operations, lastSeen } from '@symbio/api';
import { FEET_PER_METRE } from '@symbio/georeference';
import {
  checkBoundary,
  geometryOf,
  metresFrom,
  nearbyReach,
  nearnessOf,
  type LonLat,
} from '@symbio/georeference/boundary';
import { readBoundaryFile, UnreadableFile } from '@symbio/georeference/files';
import type { Feature } from '@symbio/proto/feature';
import { BOUNDARY_LIMITS, MAX_BOUNDARY_FILE_BYTES } from '@symbio/proto/limits';
import { invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { wholeFile } from '../http/whole-file.js';
import { placeOfAnnotation, sheetsOf, type PlaceOfOutline } from '../present/georeferences.js';
import { required } from '../present/json.js';
import { measure, propertyOf } from '../present/measured.js';
import { partMessages, presentBoundary, presentSearchRadii, presentSite } from '../present/property-maps.js';
import { itemResponse } from '../present/answers.js';

const [shownBoundary, shownSite, shownRadii] = [
  itemResponse(presentBoundary),
  itemResponse(presentSite),
  itemResponse(presentSearchRadii),
];

type Maps = Pick<Clients, 'project'>;

/** /api/public/projects/{id}/boundary, /site and /search-radii. */
export const propertyMaps = ({ project }: Maps): Route[] => [
  route(operations.getBoundary, async ({ params: { id: projectId } }, { parent }) =>
    shownBoundary((await project.getPropertyMap({ projectId }, parent)).propertyMap),
  ),
  route(operations.saveBoundary, async ({ params: { id: projectId }, body }, { parent }) => {
    const parts = body.geometry ? partMessages(body.geometry) : [];
    if (body.geometry && parts.length === 0) throw invalidFields({ geometry: 'geometry has no part' });
    const answer = await project.saveBoundary(
      { projectId, parts, fileName: '', expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return shownBoundary(answer.propertyMap);
  }),
  route(operations.undoBoundary, async ({ params: { id: projectId }, body }, { parent }) =>
    shownBoundary((await project.undoPropertyChange({ projectId, historyId: body.history_id }, parent)).propertyMap),
  ),
  route(operations.getSite, async ({ params: { id: projectId } }, { parent }) =>
    shownSite((await project.getPropertyMap({ projectId }, parent)).propertyMap),
  ),
  route(operations.saveSite, async ({ params: { id: projectId }, body }, { parent }) => {
    const { source = 'typed', label, ...place } = body.site ?? { longitude: 0, latitude: 0 };
    const site = { ...place, source, label: label ?? '', byId: '', byName: '', at: undefined };
    const answer = await project.saveSite(
      { projectId, site: body.site ? site : undefined, expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return shownSite(answer.propertyMap);
  }),
  route(operations.getSearchRadii, async ({ params: { id: projectId } }, { parent }) =>
    shownRadii((await project.getPropertyMap({ projectId }, parent)).propertyMap),
  ),
  route(operations.saveSearchRadii, async ({ params: { id: projectId }, body }, { parent }) => {
    const answer = await project.saveSearchRadii(
      { projectId, searchRadii: body.search_radii, expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return shownRadii(answer.propertyMap);
  }),
];

const FORM = {
  maxFiles: 1,
  defaultName: 'boundary',
  fatal: ['NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_ARGUMENT', 'OUT_OF_RANGE'],
};
const TOO_LARGE = `The file is larger than ${MAX_BOUNDARY_FILE_BYTES / (1_024 * 1_024)} MB. Send the boundary of the property alone.`;

/** The checked areas of a file. @throws AppError INVALID_ARGUMENT naming `files` */
function partsOfFile(file: Uint8Array) {
  try {
    const { parts, problem } = checkBoundary(readBoundaryFile(file), BOUNDARY_LIMITS);
    if (problem !== undefined) throw invalidFields({ files: problem });
    return partMessages(geometryOf(parts));
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidFields({ files: error.message });
    throw error;
  }
}

/** POST /api/public/projects/{id}/boundary/file. */
export const boundaryFiles = ({ project }: Maps): Route[] => [
  route(operations.uploadBoundary, async ({ params: { id: projectId }, body: form }, { parent }) => {
    const [item] = await form.receive(FORM, async ({ name, body }) => {
      const parts = partsOfFile(await wholeFile(body, MAX_BOUNDARY_FILE_BYTES, TOO_LARGE));
      const request = { projectId, parts, fileName: name, expectedUpdatedAt: undefined };
      return { boundary: presentBoundary(required((await project.saveBoundary(request, parent)).propertyMap)) };
    });
    if (!item) throw invalidFields({ files: 'Choose a file' });
    if ('error' in item) throw invalidFields({ files: item.error });
    return { data: item.boundary };
  }),
];

const placeOfFeature = ({ coordinate }: Feature): LonLat | undefined =>
  coordinate && [coordinate.longitude, coordinate.latitude];

function nearbyOf(place: PlaceOfOutline, features: readonly Feature[], ownId: string) {
  const metresTo = metresFrom(place.coordinates[0] ?? [], nearbyReach(place.uncertainty_ft));
  return features
    .filter(({ id }) => id !== ownId)
    .flatMap((feature) => {
      const at = placeOfFeature(feature);
      const metres = at ? metresTo(at) : Infinity;
      const nearness = nearnessOf(metres, place.uncertainty_ft);
      return nearness
        ? [{ feature_id: feature.id, distance_m: Math.round(metres * 10) / 10, is_certain: nearness === 'certain' }]
        : [];
    })
    .sort((one, other) => one.distance_m - other.distance_m);
}

/** Feet that rounded coordinates may be off. */
const ROUNDING_FEET = 1;

/** Middle of an outline that the coordinate of its feature is certainly outside of. */
function sheetPlaceOf({ coordinates, centre, uncertainty_ft: off }: PlaceOfOutline, feature: Feature | undefined) {
  const at = feature && placeOfFeature(feature);
  const feet = at ? metresFrom(coordinates[0] ?? [])(at) * FEET_PER_METRE : 0;
  const { longitude, latitude } = centre;
  return feet > off + ROUNDING_FEET ? { longitude, latitude, offset_ft: Math.round(feet) } : null;
}

/** GET /api/public/projects/{id}/distances. */
export const distances = (clients: Pick<Clients, 'project' | 'feature' | 'annotation' | 'document'>): Route[] => [
  route(operations.listDistances, async ({ params: { id: projectId } }, { parent }) => {
    const [property, { features }, { mentions }, { annotations }] = await Promise.all([
      propertyOf(clients, projectId, parent),
      clients.feature.listFeatures({ projectId }, parent),
      clients.feature.listMentions({ projectId }, parent),
      clients.annotation.listAnnotations({ projectId }, parent),
    ]);
    const places = await placesOf(clients, annotations, parent);
    const featureOf = new Map(features.map((feature) => [feature.id, feature]));
    return {
      data: {
        from: property?.from ?? null,
        features: features.flatMap((feature) => {
          const at = placeOfFeature(feature);
          return at ? [{ feature_id: feature.id, measured: property ? measure(property, [at]) : null }] : [];
        }),
        mentions: mentions.flatMap((mention) => {
          const place = places.get(mention.sourceAnnotationId);
          if (!place) return [];
          const [outline = []] = place.coordinates;
          return [
            {
              mention_id: mention.id,
              feature_id: mention.featureOfInterestId || null,
              annotation_id: mention.sourceAnnotationId,
              measured: property ? measure(property, outline, place.uncertainty_ft) : null,
              nearby: nearbyOf(place, features, mention.featureOfInterestId),
              sheet_place: sheetPlaceOf(place, featureOf.get(mention.featureOfInterestId)),
            },
          ];
        }),
      },
    };
  }),
];

async function placesOf(
  clients: Pick<Clients, 'document'>,
  annotations: Parameters<typeof sheetsOf>[1],
  parent: CallParent,
): Promise<Map<string, PlaceOfOutline>> {
  const sheets = await sheetsOf(clients, annotations, parent);
  const places = new Map<string, PlaceOfOutline>();
  for (const annotation of annotations) {
    const place = placeOfAnnotation(annotation, sheets.get(annotation.id));
    if (place) places.set(annotation.id, place);
  }
  return places;
}
