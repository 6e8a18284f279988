/** How well the labels of a sheet lie on the streets that they name. */
import { pixelsOf, type Label } from './labels.js';
import { angleBetween, onPlane, turnOf, type Pose } from './pose.js';
import type { PictureSize } from '@symbio/georeference';
import { onCourse, type OnCourse, type World } from './world.js';

/** Feet from the course of the street, and degrees from its direction. */
const NEAR = 45;
const NEAR_ENDS = 60;
const ALONG = 8;
const ALONG_ENDS = 16;
/** Of AVENUE or STREET alone. */
const ANY_VALUE = 0.35;
/** Of a large label on no street of its name. */
const MISSED = { value: 0.15, letters: 20, streets: 2 } as const;

export interface Agreeing {
  label: Label;
  street: number;
  value: number;
  course: OnCourse;
}

export interface Agreement {
  score: number;
  labels: readonly Agreeing[];
}

function bestStreet(label: Label, pose: Pose, turn: number, world: World): Agreeing | undefined {
  const [east, north] = onPlane(pose, label);
  let best: Agreeing | undefined;
  for (const index of label.streets) {
    const street = world.streets[index];
    const course = street && onCourse(street, east, north, NEAR);
    if (!course) continue;
    const degrees = angleBetween(turn - label.angle, course.direction);
    if (degrees > ALONG) continue;
    const value = (1 - course.feet / NEAR_ENDS) * (1 - degrees / ALONG_ENDS);
    if (!best || value > best.value) best = { label, street: index, value, course };
  }
  return best;
}

export function agreementOf(labels: readonly Label[], pose: Pose, world: World, size: PictureSize): Agreement {
  const turn = turnOf(pose);
  const large = MISSED.letters * pixelsOf(size);
  let score = 0;
  const agreeing: Agreeing[] = [];
  for (const label of labels) {
    const best = bestStreet(label, pose, turn, world);
    if (best) {
      score += best.value * (label.isNamed ? 1 : ANY_VALUE);
      agreeing.push(best);
    } else if (label.isNamed && label.streets.length <= MISSED.streets && label.letters > large) score -= MISSED.value;
  }
  return { score, labels: agreeing };
}
