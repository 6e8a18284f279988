import type { ModelFile } from './models.mjs';

export interface Fetched {
  /** Whether the models are there now. */
  there: boolean;
  /** Whether that took a download. */
  fetched: boolean;
  /** What was done, for people. */
  sentence: string;
}

export function missingModels(folder: string): ModelFile[];
export function fetchModels(
  folder: string,
  options?: { wheels?: readonly string[]; pythons?: readonly string[]; signal?: AbortSignal },
): Promise<Fetched>;
