// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import bundleChildren from './child-bundles.mjs';
import { nodeLibraries } from './node-libraries.mjs';

/** Bundles child programs and libraries, which tests on Node then load as one file each. */
export default async function makeBundles() {
  await Promise.all([bundleChildren(), nodeLibraries.make()]);
}
