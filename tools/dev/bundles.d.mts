export interface BundlePlace {
  root: string;
  /** Parent of the bundles' folders. */
  folder: string;
}
export function bundled(
  name: string,
  entries: readonly string[],
  place: BundlePlace,
): Promise<ReadonlyMap<string, string>>;
export function childSources(root: string): string[];
export function keepBundles(programs: readonly string[]): void;
