// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import bundleChildren from './child-bundles.mjs';
import { nodeLibraries } from './node-libraries.mjs';

/** Tests on Node load each as one file. */
export default async function makeBundles() {
  await Promise.all([bundleChildren(), nodeLibraries.make()]);
}
