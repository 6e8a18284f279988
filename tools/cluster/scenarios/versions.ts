import { componentOf } from '../kube.js';
import { underLoad, type Found } from '../../drills/work/scenario.js';
import type { Proof } from '../scenario.js';
import type { Outcome } from '../../drills/work/table.js';
import { BUNDLED } from './kill.js';

/** Pods of Symbio with an image of another version. */
async function otherVersions({ kube }: Proof, tag: string): Promise<string[]> {
  return (await kube.pods())
    .filter((pod) => !BUNDLED.has(componentOf(pod)))
    .filter(({ spec }) => spec.containers.some(({ image }) => !image.endsWith(`:${tag}`)))
    .map(({ metadata }) => `${metadata.name} does not run ${tag}`);
}

async function versionChange(proof: Proof, tag: string, change: () => Promise<void>): Promise<Found> {
  const { kube } = proof;
  await change();
  await kube.settled();
  const pods = await kube.pods();
  return { note: `${pods.length} pods, now ${tag}`, problems: await otherVersions(proof, tag) };
}

/** `helm upgrade` to a later version: no request fails. */
export const upgrade = (proof: Proof): Promise<Outcome> =>
  underLoad(proof, 'upgrade', false, () => {
    const { second } = proof.tags;
    return versionChange(proof, second, () => proof.helm.install(second));
  });

/** `helm rollback` to the version before: no request fails. */
export const rollback = (proof: Proof): Promise<Outcome> =>
  underLoad(proof, 'rollback', false, () => versionChange(proof, proof.tags.first, () => proof.helm.rollback()));
