import { statSync } from 'node:fs';
import path from 'node:path';
import type { FileRecipe } from '@symbio/fixtures/corpora/recipe';
import { madeOnce } from '../../dev/made-once.js';
import { benchDir } from './bench-run.js';

export interface BenchFile {
  path: string;
  bytes: number;
  pages: number;
}

/** Made on first use and kept. */
export async function benchFile(recipe: FileRecipe, log: (line: string) => void): Promise<BenchFile> {
  const file = await madeOnce(path.join(benchDir, `${recipe.name}.pdf`), async (draft) => {
    log(`Making ${recipe.title} (only once) ...`);
    const made = path.join(draft, 'file.pdf');
    await recipe.make(made);
    log(`  ${(statSync(made).size / 1e6).toFixed(1)} MB`);
    return made;
  });
  return { path: file, bytes: statSync(file).size, pages: recipe.pages };
}
