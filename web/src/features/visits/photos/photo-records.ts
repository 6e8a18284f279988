/** A photograph of a site visit, as the gateway serves it. Nothing of what is told here is in the pictures themselves. */
export interface VisitPhoto {
  id: string;
  visit_id: string;
  file_name: string;
  caption: string;
  /** Signed for an hour: a JPEG of at most 4,096 pixels, and a small WebP. */
  image_url: string;
  thumbnail_url: string;
  /** Pixels. */
  width: number;
  height: number;
  /** By the camera's clock, `YYYY-MM-DDTHH:MM:SS`, perhaps with its distance from UTC. */
  taken_at: string | null;
  /** Degrees. */
  latitude: number | null;
  longitude: number | null;
  heading: number | null;
  added_by_name: string;
  created_at: string;
}

const PLAIN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** When a photograph was taken, by the camera's own clock: it is the hour at the site that counts, not the reader's. */
export function takenText(takenAt: string | null): string | undefined {
  if (!takenAt) return undefined;
  const at = new Date(`${takenAt.slice(0, 19)}Z`);
  return Number.isNaN(at.getTime()) ? undefined : PLAIN.format(at);
}

/** Where a photograph was taken, in degrees to a tenth of a metre. */
export const positionText = ({ latitude, longitude }: Pick<VisitPhoto, 'latitude' | 'longitude'>): string | undefined =>
  latitude === null || longitude === null ? undefined : `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;

const POINTS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;

/** Where the camera looked, as logs of photographs say it. */
export const headingText = (heading: number | null): string | undefined =>
  heading === null
    ? undefined
    : `Looking ${POINTS[Math.round(heading / 45) % POINTS.length]} (${Math.round(heading)}°)`;

/** A map with the place marked; asked only when somebody opens it. */
export const mapAddress = ({ latitude, longitude }: Pick<VisitPhoto, 'latitude' | 'longitude'>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=19/${latitude}/${longitude}`;

/** What a photograph is called where there is room for one line. */
export const photoName = (photo: Pick<VisitPhoto, 'caption' | 'file_name'>): string => photo.caption || photo.file_name;
