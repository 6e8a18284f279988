import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { createLogger, createMetrics, serviceActor, systemClock } from '@symbio/runtime';
import { EndpointFailure } from '@symbio/language-model';
import type { CallContext } from '@symbio/rpc';
import type { ClassifierInput } from '@symbio/page-engine/classification';
import { documentFailures } from '@symbio/page-engine/pipeline';
import type { PageReader, ReadPage } from '@symbio/page-engine/reading';
import { drawPage } from '@symbio/page-engine/testing';
import sharp from 'sharp';
import { Job } from '@symbio/proto/job';
import type { DocumentRow } from '../model.js';
import type { PageSummary } from '../repository.js';
import { createDocumentClassifier, type DocumentClassifierDeps } from './document-classifier.js';
import type { ClassifierEndpoint } from './endpoint.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-classifying-'));
});
afterAll(() => rm(folder, { recursive: true }));

const context = (): CallContext => ({
  actor: serviceActor('document-worker'),
  token: '',
  requestId: 'r',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  log: createLogger({ name: 'test', level: 'silent' }),
});

const stored = (changes: Partial<DocumentRow> = {}): DocumentRow =>
  ({
    _id: 'd1',
    projectId: 'p1',
    fileName: 'scan0042.pdf',
    filePath: 'original.pdf',
    category: 'other',
    categoryBy: 'nobody',
    processingStatus: 'uploaded',
    createdAt: new Date(0),
    ...changes,
  }) as DocumentRow;

interface Parts {
  document?: DocumentRow | (() => DocumentRow);
  changed?: (document: DocumentRow) => void;
  recorded?: Partial<PageSummary>[];
  read?: PageReader['read'];
  endpoint?: ClassifierEndpoint;
}

/** Over in-memory stores; returns the resulting document. */
function setUp({ document: given = stored(), changed, recorded = [], read, endpoint }: Parts) {
  const current = typeof given === 'function' ? given : () => given;
  const metrics = createMetrics('test');
  const release = jest.fn(() => Promise.resolve());
  const options = {
    documents: { visible: () => Promise.resolve(current()) },
    repository: {
      find: () => Promise.resolve(current()),
      firstPages: () => Promise.resolve(recorded as PageSummary[]),
    },
    writer: {
      change: (
        _id: string,
        _actor: unknown,
        decide: (row: DocumentRow, after: (set: object) => object) => { set: object } | undefined,
      ) => {
        const document = current();
        const row = { ...document, ...decide(document, (set) => ({ ...document, ...set }))?.set };
        changed?.(row);
        return Promise.resolve(row);
      },
    },
    pageTypes: { follow: () => Promise.resolve() },
    blobs: { localCopy: (key: string) => Promise.resolve({ path: path.join(folder, key), release }) },
    reader: { read: read ?? (() => Promise.resolve({ totalPages: 0, unreadable: [] })) },
    clock: systemClock,
    metrics,
    log: createLogger({ name: 'test', level: 'silent' }),
    endpoint,
  };
  const classifying = createDocumentClassifier(options as unknown as DocumentClassifierDeps);
  const counted = async (by: string, outcome: string): Promise<number> =>
    (await metrics.classifications.get()).values.find(({ labels }) => labels.by === by && labels.outcome === outcome)
      ?.value ?? 0;
  const change = jest.spyOn(options.writer, 'change');
  const classify = (changes: Partial<CallContext> = {}): Promise<DocumentRow> =>
    classifying.classify('d1', { ...context(), ...changes }, { again: true });
  return { classify, classifying, counted, release, change };
}

const readPage = { widthPt: 612, heightPt: 792, pictureShare: 0, text: 'WARRANTY DEED this indenture witnesseth' };
const readsPage: PageReader['read'] = async (job) => {
  await job.onPage(readPage as ReadPage);
  return { totalPages: 1, unreadable: [] };
};

describe('the one classification of an upload (DOC-20)', () => {
  it('is shared by browser and service, and by later requests', async () => {
    let reads = 0;
    let document = stored();
    const { classifying } = setUp({
      document: () => document,
      changed: (row) => (document = row),
      read: async (job) => {
        reads++;
        await job.onOpened?.(62);
        await job.onPage(readPage as ReadPage);
        return { totalPages: 1, unreadable: [] };
      },
    });
    const [asked] = await Promise.all([
      classifying.classify('d1', context()),
      classifying.classifyOnce('d1', serviceActor('document')),
    ]);
    expect(asked.classification?.suggestedCategory).toBe('deed_documents');
    expect((await classifying.classify('d1', context())).classification).toEqual(asked.classification);
    expect([reads, document.filePages]).toEqual([1, 62]);
    // a person starts a job for it
    await classifying.classify('d1', context(), { again: true });
    expect(reads).toBe(2);
  });

  it('continues when the caller leaves', async () => {
    const leaving = new AbortController();
    let document = stored({ fileName: 'Warranty Deed.pdf' });
    const { classifying } = setUp({ document: () => document, changed: (row) => (document = row), read: readsPage });
    const asked = classifying.classify('d1', { ...context(), signal: leaving.signal });
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
    await classifying.classifyOnce('d1', serviceActor('document'));
    expect(document.classification?.suggestedCategory).toBe('deed_documents');
  });
});

describe('the end of a reading', () => {
  const sheet: Partial<PageSummary> = {
    ...{ width: 1_452, height: 2_067, dpi: 200, pictureShare: 1, analyzed: true, status: 'ready', textSource: 'ocr' },
    extractedText: 'WARRANTY DEED this indenture witnesseth',
  };
  const classification = {
    ...{ suggestedCategory: 'regulatory_database' as const, confidence: 0.6, reasoning: '', alternatives: [] },
    classifiedAt: new Date(1_000),
  };
  const job = Job.fromPartial({ payload: { documentId: 'd1' }, completedAt: new Date(2_000) });

  it.each<[string, Partial<DocumentRow>, Partial<PageSummary>, boolean]>([
    ['with text of pictures', {}, {}, true],
    ['whose text was in the file', {}, { textSource: 'pdf' }, false],
    ['of a document whose category a person chose', { categoryBy: 'person' }, {}, false],
    ['of an unclassified document', { classification: undefined }, {}, false],
    ['that came before', { classification: { ...classification, classifiedAt: new Date(3_000) } }, {}, false],
  ])('%s', async (_, document, page, classifies) => {
    const { classifying, change } = setUp({
      document: stored({ classification, ...document }),
      recorded: [{ ...sheet, ...page }],
    });
    await classifying.classifyRead(job, serviceActor('document'));
    expect(change).toHaveBeenCalledTimes(classifies ? 1 : 0);
  });
});

describe('classifying a document (OP-18, DOC-28)', () => {
  it('stores category, confidence, reasoning and alternatives, and applies a certain suggestion (DATA-27)', async () => {
    const { classify, counted } = setUp({
      document: stored({ fileName: 'Boundary survey 1974.pdf' }),
      read: readsPage,
    });
    const row = await classify();
    expect(row).toMatchObject({
      category: 'deed_documents',
      categoryBy: 'classifier',
      processingStatus: 'classified',
      classification: { suggestedCategory: 'deed_documents', alternatives: [] },
    });
    expect(row.classification?.reasoning).toContain('warranty deed');
    expect(row.classification).not.toHaveProperty('corrected');
    expect(await counted('builtin', 'ok')).toBe(1);
  });

  it('classifies an upload once, on behalf of its uploader, and skips a classified document', async () => {
    const { classifying, change } = setUp({ document: stored({ fileName: 'Warranty Deed.pdf' }) });
    const uploader = { ...serviceActor('x'), sub: 'u1', authorId: 'a1', via: 'user' as const };
    await classifying.classifyOnce('d1', uploader);
    expect(change).toHaveBeenCalledTimes(1);
    expect(change.mock.calls[0]?.[1]).toBe(uploader);
    const classification = {
      suggestedCategory: 'other' as const,
      confidence: 1,
      reasoning: 'x',
      alternatives: [],
      classifiedAt: new Date(),
    };
    const decided = (row: DocumentRow) => change.mock.calls[0]?.[2](row, (set) => set);
    // concurrent update while the file was read
    expect(decided(stored({ classification }))).toBeUndefined();
    expect(decided(stored())).toMatchObject({ set: { processingStatus: 'classified' } });
    const done = setUp({ document: stored({ classification }) });
    await done.classifying.classifyOnce('d1', uploader);
    expect(done.change).not.toHaveBeenCalled();
  });

  it('corrects a category once its pages are read, and keeps what it corrected', async () => {
    const sheet: Partial<PageSummary> = {
      ...{ width: 1_452, height: 2_067, dpi: 200, pictureShare: 1, analyzed: true, status: 'ready', textSource: 'ocr' },
      extractedText: 'WARRANTY DEED this indenture witnesseth',
    };
    const classifiedAt = new Date(0);
    const before = {
      suggestedCategory: 'regulatory_database' as const,
      confidence: 0.69,
      reasoning: '',
      alternatives: [],
      classifiedAt,
    };
    const doubtful = stored({ fileName: 'EDR radius map report.pdf', classification: before });
    const corrected = { category: 'regulatory_database', confidence: 0.69, classifiedAt };
    const row = await setUp({ document: doubtful, recorded: [sheet] }).classify();
    expect(row).toMatchObject({
      category: 'deed_documents',
      categoryBy: 'classifier',
      classification: { suggestedCategory: 'deed_documents', corrected },
    });
    // another reading confirms it
    const again = await setUp({ document: row, recorded: [sheet] }).classify();
    expect(again.classification).toMatchObject({ corrected });
    // a doubtful one changes nothing
    const unread = await setUp({ document: row }).classify();
    expect(unread.classification).toMatchObject({ suggestedCategory: 'deed_documents', corrected });
    const chosen = stored({ category: 'other', categoryBy: 'person', classification: before });
    expect((await setUp({ document: chosen, recorded: [sheet] }).classify()).category).toBe('other');
  });

  it('does not trust an endpoint that sees only the name', async () => {
    const guess = { suggestedCategory: 'sanborn_maps' as const, confidence: 0.95, reasoning: 'x', alternatives: [] };
    const { classify } = setUp({ endpoint: { ask: () => Promise.resolve(guess) } });
    expect(await classify()).toMatchObject({ category: 'other', classification: { confidence: 0.69 } });
  });

  it("never overwrites a person's choice", async () => {
    const document = stored({ category: 'title_record', categoryBy: 'person', fileName: 'Warranty Deed.pdf' });
    expect(await setUp({ document }).classify()).toMatchObject({
      category: 'title_record',
      classification: { suggestedCategory: 'deed_documents' },
    });
  });

  it('reads the first pages of a file that no job has read, with the appearance of the first', async () => {
    const seen: ClassifierInput[] = [];
    const { classify, release } = setUp({
      read: async (job) => {
        await job.onPage(readPage as ReadPage);
        job.onAppearance?.({ ink: 0.05, colour: 0.2, paper: 0.7 });
        return { totalPages: 1, unreadable: [] };
      },
      endpoint: {
        ask: (input) => {
          seen.push(input);
          return Promise.reject(new EndpointFailure('refused', 'HTTP 500'));
        },
      },
    });
    expect(await classify()).toMatchObject({ category: 'deed_documents' });
    expect(seen).toEqual([
      {
        fileName: 'scan0042.pdf',
        pages: [{ short: 8.5, long: 11, pictureShare: 0, text: readPage.text, appearance: 'coloured drawing' }],
      },
    ]);
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('writes nothing if the caller has left before the pages were read', async () => {
    const leaving = new AbortController();
    const { classify, change, release } = setUp({
      document: stored({ fileName: 'Warranty Deed.pdf' }),
      read: () => {
        leaving.abort();
        return Promise.reject(documentFailures.aborted());
      },
    });
    await expect(classify({ signal: leaving.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(change).not.toHaveBeenCalled();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it('inspects the thumbnail of a recorded page', async () => {
    const { data, width, height } = await drawPage('fire map', 21, 25, 5);
    await sharp(data, { raw: { width, height, channels: 3 } })
      .webp()
      .toFile(path.join(folder, 'thumbnail.webp'));
    const page = { width: 6300, height: 7500, dpi: 300, analyzed: true, thumbnailPath: 'thumbnail.webp' };
    const row = await setUp({ recorded: [page] }).classify();
    expect(row.classification).toMatchObject({ suggestedCategory: 'sanborn_maps' });
    expect(row.classification?.reasoning).toContain('look like coloured maps');
    const gone = await setUp({ recorded: [{ ...page, thumbnailPath: 'gone.webp' }] }).classify();
    expect(gone.classification?.reasoning).toBe('The sheets are scans of the size of Sanborn sheets (21 x 25 in).');
  });

  it('looks at the file of a sheet that was read without a picture: reading it corrects the category', async () => {
    // a footer as text, all else lettering of the scan
    const footer = 'Map Vendor Order 1234567 Certified copy page 3 of 40';
    const share = { widthPt: 792, heightPt: 1_008, pictureShare: 0.93 };
    let document = stored();
    const file: PageReader['read'] = async (job) => {
      await job.onPage({ ...share, text: footer } as ReadPage);
      job.onAppearance?.({ ink: 0.05, colour: 0.2, paper: 0.7 });
      return { totalPages: 1, unreadable: [] };
    };
    const changed = (row: DocumentRow): void => void (document = row);
    const upload = await setUp({ document: () => document, changed, read: file }).classify();
    expect(upload).toMatchObject({ categoryBy: 'nobody' });
    const lettering = 'WATER ST MARKET ST COAL SHED LUMBER STABLE TANK 101 103 105 107 Scale of Feet';
    const sheet = { width: 3_300, height: 4_200, dpi: 300, analyzed: true, textSource: 'both' as const };
    const recorded = [{ ...sheet, pictureShare: 0.93, extractedText: `${lettering}\n${footer}` }];
    const row = await setUp({ document, recorded, read: file }).classify();
    expect(row).toMatchObject({ category: 'sanborn_maps', categoryBy: 'classifier' });
  });

  it('uses recorded pages with pictures, skips failed ones, and reads none again', async () => {
    const seen: ClassifierInput[] = [];
    const endpoint = {
      ask: (input: ClassifierInput) => {
        seen.push(input);
        return Promise.reject(new EndpointFailure('refused', 'HTTP 500'));
      },
    };
    const read = jest.fn(() => Promise.resolve({ totalPages: 0, unreadable: [] }));
    const size = { width: 2550, height: 3300, dpi: 300 };
    const drawn = { ...size, status: 'ready' as const, pictureShare: 0.4, extractedText: 'Plat' };
    const failed = { status: 'failed' as const };
    await setUp({ recorded: [failed, drawn, { ...drawn, pictureShare: undefined }], read, endpoint }).classify();
    const letter = { short: 8.5, long: 11, text: 'Plat' };
    expect(seen.pop()?.pages).toEqual([
      { ...letter, pictureShare: 0.4 },
      { ...letter, pictureShare: 1 },
    ]);
    expect(read).not.toHaveBeenCalled();
    // more pages are coming, or only a preview exists, or none is usable
    for (const recorded of [[drawn, { status: 'pending' as const }], [{ ...drawn, preview: true }], [failed]]) {
      await setUp({ recorded, read, endpoint }).classify();
      expect(seen.pop()?.pages).toEqual([]);
    }
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('asks the endpoint if configured', async () => {
    const suggestion = {
      suggestedCategory: 'site_survey' as const,
      confidence: 0.9,
      reasoning: 'A plat.',
      alternatives: [{ category: 'deed_documents' as const, confidence: 0.05 }],
    };
    const { classify, counted } = setUp({
      read: readsPage,
      endpoint: { ask: () => Promise.resolve(suggestion) },
    });
    expect(await classify()).toMatchObject({ category: 'site_survey', classification: suggestion });
    expect([await counted('endpoint', 'ok'), await counted('builtin', 'ok')]).toEqual([1, 0]);
  });

  it.each(['timeout', 'unreachable', 'refused', 'garbage'] as const)(
    'uses the built-in classifier when the endpoint fails (%s), and counts that',
    async (reason) => {
      const { classify, counted } = setUp({
        document: stored({ fileName: 'Warranty Deed.pdf' }),
        read: readsPage,
        endpoint: { ask: () => Promise.reject(new EndpointFailure(reason, 'why')) },
      });
      expect(await classify()).toMatchObject({ category: 'deed_documents' });
      expect([await counted('endpoint', reason), await counted('builtin', 'ok')]).toEqual([1, 1]);
    },
  );
});
