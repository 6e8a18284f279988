import type { Work } from '../harness/scenario.js';
import type { Helm } from './helm.js';
import type { Kube } from './kube.js';
import type { Settings } from './settings.js';

export interface ClusterContext extends Work {
  settings: Settings;
  kube: Kube;
  helm: Helm;
  /** Versions of the images: the installed one, and a later one. */
  tags: { first: string; second: string };
}
