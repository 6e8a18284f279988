import type { ModelFile } from './models.mjs';

export interface Fetched {
  there: boolean;
  fetched: boolean;
  sentence: string;
}

export function missingModels(folder: string): ModelFile[];
export function fetchModels(
  folder: string,
  options?: { wheels?: readonly string[]; pythons?: readonly string[]; signal?: AbortSignal },
): Promise<Fetched>;
