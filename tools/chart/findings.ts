import type { KubeObject, ValueSet } from './renders.js';

/** A set of values, and what the chart makes of it. */
export interface Rendered {
  set: ValueSet;
  manifests: string;
  objects: KubeObject[];
}

/** What a check found wrong; what it left out, and why. */
export interface Findings {
  wrong: string[];
  leftOut?: string;
}
