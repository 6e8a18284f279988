import type { ModelFile } from './models.mjs';

export interface Fetched {
  /** Whether the models are installed. */
  there: boolean;
  /** Whether they were downloaded now. */
  fetched: boolean;
  /** Result for people. */
  sentence: string;
}

export function missingModels(folder: string): ModelFile[];
export function fetchModels(
  folder: string,
  options?: { wheels?: readonly string[]; pythons?: readonly string[]; signal?: AbortSignal },
): Promise<Fetched>;
