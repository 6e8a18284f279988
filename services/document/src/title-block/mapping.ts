import type { FactCorrection, TitleBlock, TitleBlockChange, TitleBlockFact } from '@symbio/proto/document';
import type { FactChange, FactCorrection as StoredCorrection, KindChange, PageRow } from '../model.js';
import { blockOf, displayedFacts, type DisplayedFact } from './block.js';

export const toCorrection = ({
  byId,
  byName,
  at,
}: Pick<StoredCorrection, 'byId' | 'byName' | 'at'>): FactCorrection => ({
  byId,
  byName,
  at,
});

const toFact = ({ corrected, ...fact }: DisplayedFact): TitleBlockFact => ({
  ...fact,
  value: fact.value,
  read: fact.read,
  corrected: corrected && toCorrection(corrected),
});

export function toTitleBlock(row: PageRow): TitleBlock {
  const block = blockOf(row);
  return { facts: displayedFacts(block).map(toFact), updatedAt: block.updatedAt };
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

const toKindChange = (entry: KindChange): TitleBlockChange => ({
  ...{ id: entry.id, fact: 'page_type', kind: entry.kind, from: entry.from, to: entry.to },
  ...{ by: toCorrection(entry), correctionId: '' },
});

/** Of title block and kind, newest first. */
export const toHistory = (row: PageRow): TitleBlockChange[] => {
  const facts = blockOf(row).history;
  const kinds = row.kindSaid?.history ?? [];
  return [
    ...facts.map((entry) => ({ at: entry.at, change: toChange(entry) })),
    ...kinds.map((entry) => ({ at: entry.at, change: toKindChange(entry) })),
  ]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ change }) => change)
    .reverse();
};
