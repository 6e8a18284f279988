import type { PageTitleBlockJson, TitleBlockJson, VolumeChangeJson } from '@symbio/api';
import type {
  FactCorrection,
  Page,
  TitleBlock,
  TitleBlockChange,
  TitleBlockFact,
  VolumeChange,
} from '@symbio/proto/document';
import { isSheetFact } from '@symbio/proto/document/vocabulary';
import { moment, required } from './json.js';

const presentCorrection = (corrected: FactCorrection | undefined) =>
  corrected ? { by_id: corrected.byId, by_name: corrected.byName, at: moment(corrected.at) } : null;

const presentFact = <Value>(
  { value, source, detail, confidence, read, corrected }: TitleBlockFact,
  as: (text: string) => Value,
) => ({
  value: value === undefined ? null : as(value),
  source,
  detail,
  confidence,
  read: read ? { value: as(read.value), source: read.source, detail: read.detail, confidence: read.confidence } : null,
  corrected: presentCorrection(corrected),
});

const asText = (text: string): string => text;

/** Omits unknown values. */
/** Value of a fact, as read or corrected; undefined if none is known. */
export const factOf = (block: TitleBlock | undefined, name: string): string | undefined =>
  block?.facts.find(({ fact }) => fact === name)?.value;

export function presentTitleBlock(block: TitleBlock | undefined): TitleBlockJson {
  const presented: TitleBlockJson = { updated_at: moment(block?.updatedAt) };
  for (const one of block?.facts ?? []) {
    const { fact } = one;
    if (!isSheetFact(fact)) continue;
    if (fact === 'year' || fact === 'north') presented[fact] = presentFact(one, Number);
    else presented[fact] = presentFact(one, asText);
  }
  return presented;
}

const presentChange = (change: TitleBlockChange): PageTitleBlockJson['history'][number] => ({
  id: change.id,
  fact: change.fact,
  kind: change.kind,
  from: change.from ?? null,
  to: change.to ?? null,
  by_id: change.by?.byId ?? '',
  by_name: change.by?.byName ?? '',
  at: moment(change.by?.at),
  correction_id: change.correctionId || null,
});

export const presentPageTitleBlock = (
  page: Page | undefined,
  history: readonly TitleBlockChange[],
): PageTitleBlockJson => {
  const { id, documentId, pageNumber, titleBlock } = required(page);
  return {
    page_id: id,
    document_id: documentId,
    page_number: pageNumber,
    title_block: presentTitleBlock(titleBlock),
    history: history.map(presentChange),
  };
};

export const presentVolumeChange = ({ page, fact, from, to, corrected }: VolumeChange): VolumeChangeJson => ({
  page_id: required(page).id,
  page_number: required(page).pageNumber,
  fact,
  from: from ?? null,
  to: to ?? null,
  corrected: presentCorrection(corrected),
});
