import type { KubeObject, ValueSet } from './renders.js';

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
