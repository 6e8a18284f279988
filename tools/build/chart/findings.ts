import type { KubeObject, ValueSet } from './renders.js';

/** A set of values and its render. */
export interface Rendered {
  set: ValueSet;
  manifests: string;
  objects: KubeObject[];
}

/** Faults that a check found; omissions and their reasons. */
export interface Findings {
  wrong: string[];
  leftOut?: string;
}
