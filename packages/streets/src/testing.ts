/** Synthetic streets and sheets for tests. */
import { planeAt, type Place } from '@symbio/georeference';
import type { SheetWord } from './labels.js';
import type { Crossing } from './model.js';
import { onSheet, type Pose } from './pose.js';

export const SITE: Place = { longitude: -100, latitude: 40 };

/** Crossings of numbered streets with named avenues: blocks of 260 by 600 feet, turned by an angle. */
export function gridCity({
  streets = 40,
  avenues = ['ALDER', 'BIRCH', 'CEDAR', 'DOGWOOD', 'ELMWOOD', 'FOREST', 'GINKGO', 'HAWTHORN', 'JUNIPER', 'LOCUST'],
  turn = 0.3,
} = {}): Crossing[] {
  const plane = planeAt(SITE);
  return avenues.flatMap((avenue, column) =>
    Array.from({ length: streets }, (_, row): Crossing => {
      // blocks differ in length, as those of real cities
      const [x, y] = [column * 600 + (column % 3) * 45, row * 260 + (row % 4) * 15];
      const [east, north] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
      const name = `${avenue[0] ?? ''}${avenue.slice(1).toLowerCase()} Avenue`;
      return { streets: [name, `East ${row + 1}th Street`], ...plane.toPlace(east - 2_700, north - 5_200) };
    }),
  );
}

export const SHEET = { width: 1_400, height: 2_000 };

/** The pose of a sheet with a place in its middle. */
export function poseAround(place: Place, { feetPerPixel = 0.85, turn = 0.3 } = {}): Pose {
  const [east, north] = planeAt(SITE).toFeet(place);
  const [re, im] = [feetPerPixel * Math.cos(turn), feetPerPixel * Math.sin(turn)];
  const [x, y] = [SHEET.width / 2, SHEET.height / 2];
  return { re, im, east: east - re * x - im * y, north: north - im * x + re * y };
}

export interface Lettered {
  text: string;
  /** A place on the street. */
  at: Place;
  /** Degrees clockwise on the sheet. */
  angle: number;
}

/** Words of a sheet, by the places of their middles. */
export const wordsOf = (pose: Pose, lettered: readonly Lettered[]): SheetWord[] =>
  lettered.map(({ text, at, angle }) => {
    const { x, y } = onSheet(pose, ...planeAt(SITE).toFeet(at));
    const [width, height] = angle === 0 ? [110, 24] : [24, 110];
    return { text, x: x - width / 2, y: y - height / 2, width, height, confidence: 0.9, angle };
  });

/** Between two places. */
export const between = (one: Place, other: Place, share = 0.5): Place => ({
  longitude: one.longitude + (other.longitude - one.longitude) * share,
  latitude: one.latitude + (other.latitude - one.latitude) * share,
});
