import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FileRecipe } from '@symbio/fixtures/corpora/recipe';
import { benchDir } from './bench-run.js';

/** A PDF to measure on. */
export interface BenchFile {
  path: string;
  bytes: number;
  pages: number;
}

/** The file of a recipe; made on first use and kept, under its own name only when it is complete. */
export async function benchFile(recipe: FileRecipe, log: (line: string) => void): Promise<BenchFile> {
  const file = path.join(benchDir, `${recipe.name}.pdf`);
  if (!existsSync(file)) {
    mkdirSync(benchDir, { recursive: true });
    log(`Making ${recipe.title} (only once) ...`);
    const unfinished = `${file}.${process.pid}`;
    await recipe.make(unfinished);
    renameSync(unfinished, file);
    log(`  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
  return { path: file, bytes: statSync(file).size, pages: recipe.pages };
}
