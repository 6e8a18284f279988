import { BlobError } from '@symbio/blobs';
import { createLogger } from '@symbio/runtime';
import type { OcrSource } from '@symbio/page-engine/lettering';
import { documentFailures, PipelineFailure, type PipelineJob } from '@symbio/page-engine/pipeline';
import { noText, type ReadJob, type ReadPage, type Word } from '@symbio/page-engine/reading';
import type { Document, Page, RecordPageRequest } from '@symbio/proto/document';
import { createAttemptReport } from './attempt-report.js';
import { analyzePages } from './analysis-work.js';
import type { Peers } from './peers.js';
import type { WorkItem, WorkTools } from './work.js';

/** Sheets without text whose pictures are lifted from the file. */
const sheetsOf = (count: number): Page[] =>
  Array.from(
    { length: count },
    (_, at) =>
      ({
        ...{ pageNumber: at + 1, status: 'ready', unaudited: true, preview: false, width: 800, height: 600, dpi: 100 },
        ...{ imagePath: `pictures/${at + 1}`, tileSource: { format: 'jpg' } },
      }) as Page,
  );

interface How {
  sheets?: Page[];
  wrong?: number[];
  lost?: number[];
  /** Pages whose text PDFium cannot read. */
  unreadable?: number[];
  redraw?: () => Promise<never>;
  /** What the file says, and what reading finds. */
  own?: Partial<ReadPage>;
  seen?: Word[];
  places?: () => Promise<{ proposed: number; abstained: number }>;
}

async function analyze({
  sheets = sheetsOf(1),
  wrong = [],
  lost = [],
  unreadable = [],
  redraw,
  own,
  seen = [],
  places,
}: How = {}) {
  const recorded: Partial<RecordPageRequest>[] = [];
  const compared: number[][] = [];
  const redrawn: (readonly number[])[] = [];
  const read: OcrSource[] = [];
  /** Current and maximum number of local copies. */
  const copies = { now: 0, most: 0 };
  const peers = {
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    jobs: { reportProgress: () => Promise.resolve({ lost: false, giveWay: false, stop: false }) },
    documents: {
      listPages: () => Promise.resolve({ pages: sheets }),
      recordPageCount: () => Promise.resolve({}),
      classifyDocument: () => Promise.resolve({}),
      proposePlaces: places ?? (() => Promise.resolve({ proposed: 0, abstained: 0 })),
      recordPage: (request: Partial<RecordPageRequest>) => {
        recorded.push(request);
        return Promise.resolve({});
      },
    },
  } as unknown as Peers;
  const textless = (pageNumber: number, matchesRendering?: boolean): ReadPage => ({
    ...{ pageNumber, widthPt: 0, heightPt: 0, pictureShare: 1, width: 800, height: 600, dpi: 100 },
    ...noText({ width: 800, height: 600 }),
    ...{ metadata: { pageType: { value: 'other', confidence: 0 } }, matchesRendering },
    ...own,
  });
  const reader = {
    read: async (job: ReadJob) => {
      const { compare, only = [] } = job;
      const numbers = sheets.map(({ pageNumber }) => pageNumber).filter((number) => !unreadable.includes(number));
      if (compare) compared.push([...only]);
      for (const number of compare ? only : numbers)
        await job.onPage(textless(number, compare ? !wrong.includes(number) : undefined));
      return { totalPages: sheets.length, unreadable: compare ? [] : unreadable };
    },
  };
  const runner = {
    run: ({ only = [] }: PipelineJob) => {
      redrawn.push(only);
      return redraw?.() ?? Promise.resolve({ totalPages: sheets.length, made: only.length, skipped: 0, failed: [] });
    },
  };
  const blobs = {
    localCopy: (key: string) => {
      if (lost.some((number) => key === `pictures/${number}`))
        return Promise.reject(new BlobError('not_found', 'There is no such file.'));
      if (key === 'original') return Promise.resolve({ path: key, release: () => Promise.resolve() });
      copies.most = Math.max(copies.most, ++copies.now);
      return Promise.resolve({ path: key, release: () => Promise.resolve(void copies.now--) });
    },
  };
  const session = {
    read: (source: OcrSource) => {
      read.push(source);
      return Promise.resolve({ kind: 'read', text: { text: '', words: seen }, engine: 'test', millis: 1 });
    },
    close: () => Promise.resolve(),
  };
  const log = createLogger({ name: 'test', level: 'silent' });
  const report = createAttemptReport(peers, { jobId: 'j', attempt: 1, workerId: 'w' }, log);
  const document = {
    id: 'd',
    projectId: 'p',
    filePath: 'original',
    category: 'sanborn_maps',
    totalPages: 1,
    fileName: 'a.pdf',
    title: '',
  };
  const item: WorkItem = {
    ...{
      fencingToken: 1,
      jobId: 'j',
      document: document as Document,
      readyPages: [],
      analyzedPages: [],
      pageNumbers: [],
      report,
    },
    signal: new AbortController().signal,
  };
  const tools = { peers, blobs, runner, reader, ocr: { open: () => session }, log } as unknown as WorkTools;
  const failed = await analyzePages(item, tools).then(
    () => undefined,
    (error: unknown) => error,
  );
  const { logLines } = await report.end();
  const audited = recorded.filter((request) => request.audited).map(({ pageNumber }) => pageNumber);
  const analyzed = recorded.filter((request) => request.analyzed).map(({ pageNumber }) => pageNumber);
  return { failed, audited, analyzed, compared, redrawn, read, recorded, copies, logLines };
}

describe('lifted pictures', () => {
  it('are compared with their pages in small batches, with as many copies at a time', async () => {
    const { compared, audited, copies } = await analyze({ sheets: sheetsOf(20) });
    expect(compared.map(({ length }) => length)).toEqual([8, 8, 4]);
    expect(audited).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(copies).toEqual({ now: 0, most: 8 });
  });

  it('are rendered again if different or lost', async () => {
    const { failed, redrawn, audited, compared } = await analyze({ sheets: sheetsOf(3), wrong: [3], lost: [1] });
    expect(failed).toBeUndefined();
    expect(compared).toEqual([[2, 3]]);
    expect(audited).toEqual([2]);
    expect(redrawn).toEqual([[1, 3]]);
  });

  it('that are all lost are not compared', async () => {
    const { failed, compared, redrawn } = await analyze({ sheets: sheetsOf(2), lost: [1, 2] });
    expect([failed, compared, redrawn]).toEqual([undefined, [], [[1, 2]]]);
  });

  it('that cannot be rendered again do not prevent reading', async () => {
    const redraw = () => Promise.reject(documentFailures.allPagesFailed([{ reason: 'broken', message: 'Damaged.' }]));
    const { failed, analyzed, read, logLines } = await analyze({ sheets: sheetsOf(2), lost: [1], wrong: [2], redraw });
    expect(failed).toBeUndefined();
    expect(analyzed).toEqual([1, 2]);
    // pages without pictures are read from the PDF
    expect(read.map(({ kind }) => kind)).toEqual(['pdf', 'pyramid']);
    expect(logLines).toContain('Not changed, as pictures could not be rendered again: Damaged.');
  });

  it.each(['aborted', 'storage'] as const)('end the attempt when rendering fails with %s', async (reason) => {
    const redraw = () => Promise.reject(new PipelineFailure(reason, 'A sentence.'));
    const { failed, analyzed } = await analyze({ wrong: [1], redraw });
    expect(failed).toMatchObject({ reason });
    expect(analyzed).toEqual([]);
  });
});

describe('a page whose text is not all in the file', () => {
  const word = (text: string, y: number, line?: number): Word => ({
    ...{ text, x: 100, y, width: 80, height: 12 },
    ...(line !== undefined && { line, confidence: 0.9 }),
  });
  const area = { x: 0, y: 0, width: 800, height: 400 };
  const own = { text: 'FOOTER', words: [word('FOOTER', 580)], unread: [area] };

  it('is read in these areas, and recorded with the words of both', async () => {
    const { read, recorded } = await analyze({ own, seen: [word('KEROSENE', 100, 0), word('FOOTER', 579, 1)] });
    expect(read).toMatchObject([{ kind: 'pyramid', areas: [area] }]);
    const [report] = recorded.filter(({ analyzed }) => analyzed);
    expect(report?.metadata).toMatchObject({ textSource: 'both', extractedText: 'KEROSENE\nFOOTER' });
    expect(report?.words?.map(({ text, confidence }) => [text, confidence])).toEqual([
      ['KEROSENE', 0.9],
      ['FOOTER', 1],
    ]);
  });

  it('keeps its own text if reading finds nothing', async () => {
    const { recorded } = await analyze({ own });
    const [report] = recorded.filter(({ analyzed }) => analyzed);
    expect(report?.metadata).toMatchObject({ textSource: 'pdf', extractedText: 'FOOTER' });
  });

  it('is not read without such areas', async () => {
    const { read, recorded } = await analyze({ own: { ...own, unread: [] } });
    expect(read).toEqual([]);
    expect(recorded.filter(({ analyzed }) => analyzed)).toMatchObject([{ metadata: { textSource: 'pdf' } }]);
  });
});

it('keeps the number of an unreadable page that the service does not know', async () => {
  const { failed, analyzed } = await analyze({ sheets: sheetsOf(1), unreadable: [2] });
  expect(failed).toBeUndefined();
  expect(analyzed).toEqual([1, 2]);
});

describe('after the pages are read', () => {
  it('places of sheets are proposed', async () => {
    const { logLines } = await analyze({ places: () => Promise.resolve({ proposed: 2, abstained: 1 }) });
    expect(logLines.join('\n')).toContain(
      'Places on the map: proposed for 2 pages, not found with certainty for 1 page',
    );
  });

  it('the analysis is complete even if no places can be proposed', async () => {
    const { failed, logLines } = await analyze({ places: () => Promise.reject(new Error('out of memory')) });
    expect(failed).toBeUndefined();
    expect(logLines.join('\n')).toContain('Places on the map could not be proposed.');
  });
});
