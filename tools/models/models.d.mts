export interface ModelFile {
  /** Its name in the cache. */
  file: string;
  /** The package whose wheel has it, and where in there. */
  wheel: string;
  inside: string;
  sha256: string;
}

export const WHEELS: readonly string[];
export const MODELS: readonly ModelFile[];
