import { newId } from '@symbio/runtime';
import type { PageRow, SaidFacts } from '../model.js';
import { blockOf } from './block.js';
import { applyEdits } from './edits.js';

export function withSaidYear(page: PageRow, said: SaidFacts | undefined, now: Date): PageRow['titleBlock'] {
  const year = said?.year;
  if (!year) return page.titleBlock;
  const { value, byId, byName, at, correctionId } = year;
  const block = { ...blockOf(page), updatedAt: now };
  return applyEdits(block, [{ fact: 'year', value }], { byId, byName, at, correctionId, newId });
}
