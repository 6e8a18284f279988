import type { Work } from '../drills/work/scenario.js';
import type { Helm } from './helm.js';
import type { Kube } from './kube.js';
import type { Settings } from './settings.js';

/** What every scenario has. */
export interface Proof extends Work {
  settings: Settings;
  kube: Kube;
  helm: Helm;
  /** Versions of the images: the installed one, and a later one. */
  tags: { first: string; second: string };
}
