export interface ModelFile {
  file: string;
  /** Wheel's package, and the path in it. */
  wheel: string;
  inside: string;
  sha256: string;
}

export const WHEELS: readonly string[];
export const MODELS: readonly ModelFile[];
