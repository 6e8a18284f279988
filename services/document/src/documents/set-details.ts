/** Year, provider and category of a document, as a person says. The year is that of its sheets, too. */
import { doerOf, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { documentEvents } from '@symbio/proto/document';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { documentEvent } from '../events.js';
import type { DocumentRow, PageRow, SaidFacts } from '../model.js';
import type { PageTypes } from '../page-kinds/page-types.js';
import { refuseForAgent } from '../policy.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from '../repository.js';
import { blockOf } from '../title-block/block.js';
import { applyEdits, hasRoomFor, undoCorrection } from '../title-block/edits.js';
import { editorOf, titleBlockChange } from '../title-block/title-block-deps.js';
import type { Documents } from './documents.js';

/** Absent: stays; empty: removed. */
export interface Details {
  year?: string | undefined;
  provider?: string | undefined;
  category?: DocumentRow['category'] | undefined;
}

/** What a change may restore. */
export type DetailsBefore = Pick<DocumentRow, 'category' | 'categoryBy'> & { said?: SaidFacts | undefined };

export interface SetDetailsDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'sheets'>;
  writer: Pick<DocumentWriter, 'change'>;
  pageWriter: Pick<PageWriter, 'change'>;
  pageTypes: Pick<PageTypes, 'follow'>;
  clock: Clock;
}

const FACTS = ['year', 'provider'] as const;

export const hasDetails = (document: DetailsBefore, { category, ...facts }: Details): boolean =>
  (category === undefined || (document.category === category && document.categoryBy === 'person')) &&
  FACTS.every((fact) => facts[fact] === undefined || (document.said?.[fact]?.value ?? '') === facts[fact]);

export function createSetDetails({ documents, repository, writer, pageWriter, pageTypes, clock }: SetDetailsDeps) {
  async function changeSheets(
    document: DocumentRow,
    context: CallContext,
    decide: (page: PageRow) => PageRow['titleBlock'],
  ): Promise<void> {
    if (sheetKindOf(document.category) === undefined) return;
    for (const { _id } of await repository.sheets(document._id))
      await pageWriter.change(_id, context.actor, (page, after) => {
        const titleBlock = page.pageType === 'text' ? undefined : decide(page);
        return titleBlock && titleBlock !== blockOf(page) ? titleBlockChange(titleBlock, after) : undefined;
      });
  }

  async function write(document: DocumentRow, set: Partial<DocumentRow>, context: CallContext): Promise<void> {
    const row = await writer.change(document._id, context.actor, (before, after) => ({
      set,
      events: [documentEvent(documentEvents.changed, after(set), before)],
    }));
    if (row && set.category !== undefined) await pageTypes.follow(row, context.actor);
  }

  async function editable(id: string, context: CallContext): Promise<DocumentRow> {
    const document = await documents.visible(id, 'update', context);
    refuseForAgent(context.actor);
    return document;
  }

  return {
    /** The document changes last: a crash in between is repeated. */
    async set(id: string, details: Details, correctionId: string, context: CallContext): Promise<void> {
      const document = await editable(id, context);
      const editor = editorOf(context, clock, correctionId);
      const { year, category } = details;
      if (year)
        await changeSheets({ ...document, category: category ?? document.category }, context, (page) => {
          const block = blockOf(page);
          const isDone = block.history.some((entry) => entry.correctionId === correctionId);
          return isDone || !hasRoomFor(block, 1)
            ? undefined
            : applyEdits(block, [{ fact: 'year', value: year }], editor);
        });
      const said: SaidFacts = { ...document.said };
      for (const fact of FACTS) {
        const value = details[fact];
        if (value === undefined) continue;
        said[fact] = value
          ? { value, byId: doerOf(context.actor), byName: context.actor.name, at: clock.now(), correctionId }
          : undefined;
      }
      await write(document, { said, ...(category && { category, categoryBy: 'person' as const }) }, context);
    },

    async restore(
      id: string,
      details: Details,
      before: DetailsBefore,
      correctionId: string,
      context: CallContext,
    ): Promise<void> {
      const document = await editable(id, context);
      const editor = editorOf(context, clock, correctionId);
      if (details.year)
        await changeSheets(document, context, (page) => undoCorrection(blockOf(page), correctionId, editor).block);
      const said: SaidFacts = { ...document.said };
      for (const fact of FACTS) if (details[fact] !== undefined) said[fact] = before.said?.[fact];
      const { category, categoryBy } = before;
      await write(document, { said, ...(details.category && { category, categoryBy }) }, context);
    },
  };
}

export type SetDetails = ReturnType<typeof createSetDetails>;
