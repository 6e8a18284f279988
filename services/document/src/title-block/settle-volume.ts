import { ThrottledTask, type Clock, type Logger } from '@symbio/runtime';
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

/** Milliseconds between two runs: each reads all sheets of the document. */
const SETTLE_EVERY_MS = 2_000;

/** Readings inferred for each page from others of its kind; empty for pages that are no longer sheets. */
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
 * Infers facts from the other sheets of a document. Depends only on the readings of each sheet, so it is idempotent;
 * corrections are neither used nor changed.
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

  const coalesced = new ThrottledTask(settle, {
    what: 'comparing the sheets of a volume',
    gapMs: SETTLE_EVERY_MS,
    log,
  });
  return {
    settle,
    /** Debounced run after a changed reading; one lost in a crash is repeated when the attempt ends. */
    ask: (documentId: string): void => coalesced.request(documentId),
    stop: (): Promise<void> => coalesced.stop(),
  };
}

export type VolumeSettling = ReturnType<typeof createVolumeSettling>;
