import type { FactCorrection, TitleBlock, TitleBlockChange, TitleBlockFact } from '@symbio/proto/document';
import type { FactChange, FactCorrection as StoredCorrection, PageRow } from '../model.js';
import { blockOf, shownFacts, type ShownFact } from './block.js';

export const toCorrection = ({
  byId,
  byName,
  at,
}: Pick<StoredCorrection, 'byId' | 'byName' | 'at'>): FactCorrection => ({
  byId,
  byName,
  at,
});

const toFact = ({ corrected, ...fact }: ShownFact): TitleBlockFact => ({
  ...fact,
  value: fact.value,
  read: fact.read,
  corrected: corrected && toCorrection(corrected),
});

/** A page's title block as others see it. */
export function toTitleBlock(row: PageRow): TitleBlock {
  const block = blockOf(row);
  return { facts: shownFacts(block).map(toFact), updatedAt: block.updatedAt };
}

export const toChange = (entry: FactChange): TitleBlockChange => ({
  id: entry.id,
  fact: entry.fact,
  kind: entry.kind,
  from: entry.from,
  to: entry.to,
  by: toCorrection(entry),
  correctionId: entry.correctionId ?? '',
});

/** Newest first. */
export const toHistory = (row: PageRow): TitleBlockChange[] => blockOf(row).history.map(toChange).reverse();
