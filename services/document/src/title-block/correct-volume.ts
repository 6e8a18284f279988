import { invalidFields, isAgent, isId, refuseOverruling, type Actor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { sheetNumberAfter } from '@symbio/page-engine/reading';
import type { CorrectVolumeRequest } from '@symbio/proto/document';
import { isSheetFact, SHEET_FACTS, type SheetFact } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { blockOf, factsRead, displayedValue } from './block.js';
import { applyEdits, factLabel, hasRoomFor, lastEditor, type Edit } from './edits.js';
import {
  titleBlockChange,
  editorOf,
  sheetFactChange,
  type SheetFactChange,
  type TitleBlockDeps,
} from './title-block-deps.js';

export const volumeOf = (page: Pick<PageRow, 'pageType' | 'kindSaid'>, sheets: readonly PageRow[]): PageRow[] => {
  const kind = kindOf(page);
  return sheets.filter((row) => kind !== undefined && kindOf(row) === kind);
};

export interface VolumeCorrected {
  changes: SheetFactChange[];
  /** Skipped because their history is full. */
  fullPageIds: string[];
}

export function createCorrectVolume({ documents, repository, pageWriter, clock }: TitleBlockDeps) {
  /**
   * Skips sheets with this value or correction; reports those with a full history.
   *
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT
   */
  return async function correctVolume(request: CorrectVolumeRequest, context: CallContext): Promise<VolumeCorrected> {
    const { pageId, id, facts: asked, pageIds, dryRun } = request;
    const source = await documents.page(pageId, context, 'update');
    const volume = volumeOf(source, await repository.sheets(source.documentId));
    const copies = correctionsToCopy(source, asked);
    if (!isId(id)) throw invalidFields({ id: 'id must be a UUID' });
    const foreignIds = pageIds.filter((one) => one === pageId || !volume.some(({ _id }) => _id === one));
    if (foreignIds.length > 0) throw invalidFields({ page_ids: 'page_ids must be other sheets of the same volume' });

    for (const row of volume.filter(({ _id }) => pageIds.includes(_id)))
      for (const { fact } of copies)
        refuseOverruling(
          context.actor,
          `The ${factLabel(fact)} of page ${row.pageNumber}`,
          lastEditor(blockOf(row), fact),
        );
    const place = volume.findIndex(({ _id }) => _id === pageId);
    const answer: VolumeCorrected = { changes: [], fullPageIds: [] };
    for (const [index, { _id: sheetId }] of volume.entries()) {
      if (index === place || (pageIds.length > 0 && !pageIds.includes(sheetId))) continue;
      let made: SheetFactChange[] = [];
      let isFull = false;
      const decide = (row: PageRow) => {
        const before = blockOf(row);
        const due = copies
          .flatMap(({ fact, value }) => editFor(fact, value, index - place))
          .filter((edit) => isDue(row, edit, id))
          .filter(({ fact }) => mayReplace(context.actor, lastEditor(before, fact)))
          .filter(({ fact }) => pageIds.length > 0 || isOffered(row, fact, source));
        isFull = due.length > 0 && !hasRoomFor(before, due.length);
        const edits = isFull ? [] : due;
        const after = applyEdits(before, edits, editorOf(context, clock, id));
        made = edits.map(({ fact }) => sheetFactChange(row, fact, before, after));
        return after;
      };
      if (dryRun) decide(volume[index] as PageRow);
      else {
        const page = await pageWriter.change(sheetId, context.actor, (row, after) => {
          const titleBlock = decide(row);
          if (made.length === 0) return undefined;
          return titleBlockChange(titleBlock, after);
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

/** Agents may replace only their own corrections. */
const mayReplace = (actor: Actor, byId: string | undefined): boolean =>
  !isAgent(actor) || byId === undefined || byId === actor.agentId;

/** @throws AppError INVALID_ARGUMENT for an uncorrected fact */
function correctionsToCopy(
  source: PageRow,
  asked: readonly string[],
): { fact: SheetFact; value: string | undefined }[] {
  const facts = [...new Set(asked)].filter(isSheetFact);
  if (facts.length === 0 || facts.length < new Set(asked).size)
    throw invalidFields({ facts: `facts must be some of ${SHEET_FACTS.join(', ')}` });
  const { corrections } = blockOf(source);
  return facts.map((fact) => {
    const correction = corrections.find((one) => one.fact === fact);
    if (!correction) throw invalidFields({ facts: `Correct ${fact} on this sheet first: no correction exists.` });
    if (
      fact === 'sheet_number' &&
      correction.value !== undefined &&
      sheetNumberAfter(correction.value, 0) === undefined
    )
      throw invalidFields({ facts: `The sheet number ${correction.value} is no plain number: none follows from it.` });
    return { fact, value: correction.value };
  });
}

/** Sheet numbers increase by page; those below the first are skipped. */
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
  return displayedValue(block, fact) !== value;
}

/** City and scale are shared by all editions in a document. */
const OF_AN_EDITION: ReadonlySet<SheetFact> = new Set(['year', 'volume', 'sheet_number']);

/** For sheets that were not selected: uncorrected, and not of another edition by their corrected or read year. */
function isOffered(row: PageRow, fact: SheetFact, source: PageRow): boolean {
  const [block, of] = [blockOf(row), blockOf(source)];
  if (block.corrections.some((one) => one.fact === fact)) return false;
  const year = displayedValue(block, 'year');
  const editions = [displayedValue(of, 'year'), factsRead(of).year?.value].filter((one) => one !== undefined);
  return !OF_AN_EDITION.has(fact) || year === undefined || editions.length === 0 || editions.includes(year);
}
