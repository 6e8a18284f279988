import { ThrottledTask, type Clock, type Logger } from '@symbio/runtime';
import { volumeReadings, type FactReading } from '@symbio/page-engine/reading';
import { PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { SELF } from '../processing/document-records.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { blockOf, columnsOf, isDisplayedSame, withReadings } from './block.js';
import { titleBlockChange } from './title-block-deps.js';

export interface VolumeInferenceDeps {
  repository: Pick<DocumentRepository, 'sheets'>;
  pageWriter: PageWriter;
  clock: Clock;
  log: Logger;
}

/** Milliseconds; a run reads all sheets of the document. */
const INFER_EVERY_MS = 2_000;

/** Empty for pages that are no longer sheets. */
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

/** Infers facts from the readings of other sheets. Idempotent; corrections are neither used nor changed. */
export function createVolumeInference({ repository, pageWriter, clock, log }: VolumeInferenceDeps) {
  async function infer(documentId: string): Promise<void> {
    const pages = (await repository.sheets(documentId)).filter(({ analyzed }) => analyzed);
    for (const [pageId, volume] of volumesAmong(pages)) {
      await pageWriter.change(pageId, SELF, (row, after) => {
        const before = blockOf(row);
        const titleBlock = withReadings(before, { volume }, clock.now());
        if (titleBlock === before) return undefined;
        if (isDisplayedSame(before, titleBlock))
          return { set: { titleBlock, ...columnsOf(titleBlock) }, events: [], keepUpdatedAt: true };
        return titleBlockChange(titleBlock, after);
      });
    }
  }

  const coalesced = new ThrottledTask(infer, {
    what: 'comparing the sheets of a volume',
    gapMs: INFER_EVERY_MS,
    log,
  });
  return {
    infer,
    /** Debounced; a run lost in a crash is repeated when the attempt ends. */
    schedule: (documentId: string): void => coalesced.request(documentId),
    stop: (): Promise<void> => coalesced.stop(),
  };
}

export type VolumeInference = ReturnType<typeof createVolumeInference>;
