import { invalidFields, isAgent, isId, refuseOverruling, type Actor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { sheetNumberAfter } from '@symbio/page-engine/reading';
import type { CorrectVolumeRequest } from '@symbio/proto/document';
import { isSheetFact, SHEET_FACTS, type SheetFact } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { blockOf, factsRead, shownValue } from './block.js';
import { edited, factInWords, hasRoomFor, lastWordBy, type Edit } from './edits.js';
import { changedTo, editorOf, factOfSheet, type FactOfSheet, type TitleBlockDeps } from './title-block-deps.js';

/** The sheets of a volume: the pages of one kind in a document, in order. */
export const volumeOf = (page: Pick<PageRow, 'pageType' | 'kindSaid'>, sheets: readonly PageRow[]): PageRow[] => {
  const kind = kindOf(page);
  return sheets.filter((row) => kind !== undefined && kindOf(row) === kind);
};

export interface VolumeCorrected {
  changes: FactOfSheet[];
  /** Skipped because their history is full. */
  fullPageIds: string[];
}

/** Copies corrections from one sheet to others of its volume. */
export function createCorrectVolume({ documents, repository, pageWriter, clock }: TitleBlockDeps) {
  /**
   * Skips sheets that have the value or were changed by this correction before; reports those with a full history.
   *
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT
   */
  return async function correctVolume(request: CorrectVolumeRequest, context: CallContext): Promise<VolumeCorrected> {
    const { pageId, id, facts: asked, pageIds, dryRun } = request;
    const source = await documents.page(pageId, context, 'update');
    const volume = volumeOf(source, await repository.sheets(source.documentId));
    const said = saidOf(source, asked);
    if (!isId(id)) throw invalidFields({ id: 'id must be a UUID' });
    const strangers = pageIds.filter((one) => one === pageId || !volume.some(({ _id }) => _id === one));
    if (strangers.length > 0) throw invalidFields({ page_ids: 'page_ids must be other sheets of the same volume' });

    for (const row of volume.filter(({ _id }) => pageIds.includes(_id)))
      for (const { fact } of said)
        refuseOverruling(
          context.actor,
          `The ${factInWords(fact)} of page ${row.pageNumber}`,
          lastWordBy(blockOf(row), fact),
        );
    const place = volume.findIndex(({ _id }) => _id === pageId);
    const answer: VolumeCorrected = { changes: [], fullPageIds: [] };
    for (const [index, { _id: sheetId }] of volume.entries()) {
      if (index === place || (pageIds.length > 0 && !pageIds.includes(sheetId))) continue;
      let made: FactOfSheet[] = [];
      let isFull = false;
      const decide = (row: PageRow) => {
        const before = blockOf(row);
        const due = said
          .flatMap(({ fact, value }) => editFor(fact, value, index - place))
          .filter((edit) => isDue(row, edit, id))
          .filter(({ fact }) => mayReplace(context.actor, lastWordBy(before, fact)))
          .filter(({ fact }) => pageIds.length > 0 || isOffered(row, fact, source));
        isFull = due.length > 0 && !hasRoomFor(before, due.length);
        const edits = isFull ? [] : due;
        const after = edited(before, edits, editorOf(context, clock, id));
        made = edits.map(({ fact }) => factOfSheet(row, fact, before, after));
        return after;
      };
      if (dryRun) decide(volume[index] as PageRow);
      else {
        const page = await pageWriter.change(sheetId, context.actor, (row, after) => {
          const titleBlock = decide(row);
          if (made.length === 0) return undefined;
          return changedTo(titleBlock, after);
        });
        if (!page) continue;
        made = made.map((change) => ({ ...change, page }));
      }
      if (isFull) answer.fullPageIds.push(sheetId);
      answer.changes.push(...made);
    }
    return answer;
  };
}

/** An agent may replace only its previous corrections. */
const mayReplace = (actor: Actor, byId: string | undefined): boolean =>
  !isAgent(actor) || byId === undefined || byId === actor.agentId;

/** Corrections to copy. @throws AppError INVALID_ARGUMENT for an uncorrected fact */
function saidOf(source: PageRow, asked: readonly string[]): { fact: SheetFact; value: string | undefined }[] {
  const facts = [...new Set(asked)].filter(isSheetFact);
  if (facts.length === 0 || facts.length < new Set(asked).size)
    throw invalidFields({ facts: `facts must be some of ${SHEET_FACTS.join(', ')}` });
  const { corrections } = blockOf(source);
  return facts.map((fact) => {
    const standing = corrections.find((one) => one.fact === fact);
    if (!standing)
      throw invalidFields({ facts: `Correct ${fact} on this sheet first: nobody has said anything about it.` });
    if (fact === 'sheet_number' && standing.value !== undefined && sheetNumberAfter(standing.value, 0) === undefined)
      throw invalidFields({ facts: `The sheet number ${standing.value} is no plain number: none follows from it.` });
    return { fact, value: standing.value };
  });
}

/** Increments sheet numbers by page, skipping numbers below the first; copies other facts. */
function editFor(fact: SheetFact, value: string | undefined, steps: number): Edit[] {
  if (fact !== 'sheet_number' || value === undefined) return [{ fact, value }];
  const number = sheetNumberAfter(value, steps);
  return number === undefined ? [] : [{ fact, value: number }];
}

function isDue(row: PageRow, edit: Edit, correctionId: string): boolean {
  const { fact } = edit;
  const block = blockOf(row);
  const value = 'value' in edit ? edit.value : undefined;
  if (block.history.some((entry) => entry.correctionId === correctionId && entry.fact === fact)) return false;
  return shownValue(block, fact) !== value;
}

/** Facts that differ between editions; city and scale are shared by all editions in a document. */
const OF_AN_EDITION: ReadonlySet<SheetFact> = new Set(['year', 'volume', 'sheet_number']);

/**
 * Whether to change a sheet that was not selected: only if uncorrected, and not known to be of another edition than the
 * source, by its corrected or its read year.
 */
function isOffered(row: PageRow, fact: SheetFact, source: PageRow): boolean {
  const [block, of] = [blockOf(row), blockOf(source)];
  if (block.corrections.some((one) => one.fact === fact)) return false;
  const year = shownValue(block, 'year');
  const editions = [shownValue(of, 'year'), factsRead(of).year?.value].filter((one) => one !== undefined);
  return !OF_AN_EDITION.has(fact) || year === undefined || editions.length === 0 || editions.includes(year);
}
