// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import bundleChildren from './child-bundles.mjs';
import { nodeLibraries } from './node-libraries.mjs';

/** What tests on Node read as one file each instead of hundreds: programs that are run as children, and libraries. */
export default async function makeBundles() {
  await Promise.all([bundleChildren(), nodeLibraries.make()]);
}
