import type { Project } from '../lib/project/project-context.js';
import { doubtAbout, farText, propertyPlace } from './association/place-check.js';
import { countText } from '../lib/ui/formats.js';

/** `12.3 acres` */
export const acresText = (acres: number): string => {
  const shown = acres.toLocaleString('en-US', { maximumFractionDigits: acres < 10 ? 2 : 1 });
  return `${shown} ${shown === '1' ? 'acre' : 'acres'}`;
};

export const milesText = (miles: number): string => countText(miles, 'mile');

/** Names by distance, farthest first. */
export function radiiByDistance(radii: readonly { name: string; miles: number }[]): [miles: number, names: string][] {
  const found = new Map<number, string[]>();
  for (const { name, miles } of radii) found.set(miles, [...(found.get(miles) ?? []), name]);
  return [...found]
    .sort(([one], [other]) => other - one)
    .map(([miles, names]): [number, string] => [miles, names.join(', ')]);
}

/** A sentence about a boundary far from the property's address, as of a file with exchanged axes; null for a near one. */
export function farBoundaryText(project: Project): string | null {
  const property = propertyPlace(project);
  const centre = project.boundary?.centre;
  const doubt = property && centre ? doubtAbout(centre, { places: [property.coordinate], what: 'the property' }) : null;
  return (
    doubt &&
    `The boundary is ${farText(doubt.distanceM)} from the property’s address. Check that its longitude and latitude are not exchanged.`
  );
}
