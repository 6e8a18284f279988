import type { Photograph } from '@symbio/client/app';
import { isDirection } from '@symbio/proto/feature/vocabulary';
import type { ApiFields } from '../../../lib/http/api-types.js';
import { DIRECTION_NAMES } from '../../../evidence/relations.js';

/** Images carry no metadata. `Optional` fields are absent in responses of older servers. */
export type VisitPhoto = ApiFields<
  Photograph,
  | 'id'
  | 'visit_id'
  | 'file_name'
  | 'caption'
  | 'image_url'
  | 'thumbnail_url'
  | 'width'
  | 'height'
  | 'taken_at'
  | 'latitude'
  | 'longitude'
  | 'heading'
  | 'added_by_name'
  | 'created_at',
  'view_direction' | 'feature_id'
>;

const PLAIN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** By the camera's clock: the local hour at the site matters. */
export function takenText(takenAt: string | null): string | undefined {
  if (!takenAt) return undefined;
  const at = new Date(`${takenAt.slice(0, 19)}Z`);
  return Number.isNaN(at.getTime()) ? undefined : PLAIN.format(at);
}

/** To about a tenth of a metre. */
export const positionText = ({ latitude, longitude }: Pick<VisitPhoto, 'latitude' | 'longitude'>): string | undefined =>
  latitude === null || longitude === null ? undefined : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;

const POINTS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;

/** What a person stated, else what the camera recorded. */
export const directionText = ({ view_direction: stated, heading }: Pick<VisitPhoto, 'view_direction' | 'heading'>) =>
  isDirection(stated) ? `Looking ${DIRECTION_NAMES[stated].toLowerCase()}` : headingText(heading);

/** In words. */
export const headingText = (heading: number | null): string | undefined =>
  heading === null
    ? undefined
    : `Looking ${POINTS[Math.round(heading / 45) % POINTS.length]} (${Math.round(heading)}°)`;

/** Requested only when opened. */
export const mapAddress = ({ latitude, longitude }: Pick<VisitPhoto, 'latitude' | 'longitude'>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=19/${latitude}/${longitude}`;

export const photoName = (photo: Pick<VisitPhoto, 'caption' | 'file_name'>): string => photo.caption || photo.file_name;
