import { Coalesced, type Clock, type Logger } from '@symbio/kit';
import { volumeReadings, type FactReading } from '@symbio/page-engine/reading';
import { PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { SELF } from '../processing/records.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { blockOf, columnsOf, looksSame, withReadings } from './block.js';
import { changedTo } from './title-block-deps.js';

export interface SettleVolumeDeps {
  repository: Pick<DocumentRepository, 'sheets'>;
  pageWriter: PageWriter;
  clock: Clock;
  log: Logger;
}

/** Milliseconds between two looks at a document whose pages are being read: each looks at all of its sheets. */
const SETTLE_EVERY_MS = 2_000;

/** What the others of its kind say of each page; nothing of pages that are no sheets, which others may have said before. */
function volumesAmong(pages: readonly PageRow[]): Map<string, FactReading[]> {
  const said = new Map<string, FactReading[]>(
    pages.filter(({ titleBlock }) => titleBlock?.volume.length).map(({ _id }) => [_id, []]),
  );
  for (const kind of PAGE_KINDS) {
    const sheets = pages.filter((row) => kindOf(row) === kind);
    const inferred = volumeReadings(sheets.map((row) => ({ readings: blockOf(row).readings })));
    for (const [index, { _id }] of sheets.entries()) said.set(_id, inferred[index] ?? []);
  }
  return said;
}

/**
 * What the sheets of a document say of each other. It is worked out from what was read of each, so it may be done at any
 * time and any number of times; what people say is neither used nor touched.
 */
export function createVolumeSettling({ repository, pageWriter, clock, log }: SettleVolumeDeps) {
  async function settle(documentId: string): Promise<void> {
    const pages = (await repository.sheets(documentId)).filter(({ analyzed }) => analyzed);
    for (const [pageId, volume] of volumesAmong(pages)) {
      await pageWriter.change(pageId, SELF, (row, after) => {
        const before = blockOf(row);
        const titleBlock = withReadings(before, { volume }, clock.now());
        if (titleBlock === before) return undefined;
        if (looksSame(before, titleBlock))
          return { set: { titleBlock, ...columnsOf(titleBlock) }, events: [], keepUpdatedAt: true };
        return changedTo(titleBlock, after);
      });
    }
  }

  const coalesced = new Coalesced(settle, {
    what: 'comparing the sheets of a volume',
    gapMs: SETTLE_EVERY_MS,
    log,
  });
  return {
    settle,
    /** Soon: a sheet says something else than before. What a crash swallows is done when the attempt ends. */
    ask: (documentId: string): void => coalesced.ask(documentId),
    /** Waits for what is in flight. */
    stop: (): Promise<void> => coalesced.stop(),
  };
}

export type VolumeSettling = ReturnType<typeof createVolumeSettling>;
