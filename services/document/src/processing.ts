/** A document in the hands of jobs: started by people, worked on by workers, ended by either side's word. */
import {
  AppError,
  Coalesced,
  conflict,
  invalid,
  invalidFields,
  isId,
  newId,
  notFound,
  serviceActor,
  type Actor,
  type CallContext,
  type CallParent,
  type Client,
  type Clock,
  type Logger,
} from '@symbio/kit';
import type { FinishProcessingRequest, ProcessDocumentRequest, RecordPageRequest } from '@symbio/proto/document';
import type { Job, JobServiceService } from '@symbio/proto/job';
import type { Documents } from './documents.js';
import { documentChanged, pageAnalyzed, pageDeleted, pageFailed, pageReady, told, toldOfPage } from './events.js';
import { documentPrefix } from './keys.js';
import type { DocumentJob, DocumentRow, PageRow, StoredWord } from './model.js';
import { pageTypeIn } from './page-types.js';
import type { PageType, YearSource } from './pipeline/page-metadata.js';
import { DEFAULT_LIMITS } from './pipeline/limits.js';
import { restingStatus, type PageCounts, type ProcessingStatus } from './processing-status.js';
import type { DocumentRepository, DocumentWriter, PageWriter } from './repository.js';
import { bounded, digestOf, type PageTexts } from './search/page-texts.js';

export interface ProcessingOptions {
  documents: Pick<Documents, 'visible'>;
  repository: DocumentRepository;
  writer: DocumentWriter;
  pageWriter: PageWriter;
  texts: PageTexts;
  jobs: Pick<Client<typeof JobServiceService>, 'createJob' | 'getJob' | 'cancelJob'>;
  /** Calls in the service's own name. */
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

/** Types of jobs that work on documents; the first one is meant when nothing is said (DOC-30, OP-31). */
export const DOCUMENT_JOB_TYPES = [
  'document-specific',
  'background-generate-records',
  'background-generate-images',
  'background-analyze-pages',
  'ingest-generic-pdf',
  'classify-document',
] as const;

/** Milliseconds between two counts of a document's pages: each looks at all of them. */
const COUNT_EVERY_MS = 250;
/** Milliseconds within which a job that the document names may still be on its way to the job service. */
const CREATION_MS = 30_000;
/** Text of a job that a person cancelled (JOB-23). */
const CANCELLED = 'Job cancelled by user';
/** Characters of a page's text that are kept: a dense page of a city directory has 15,000. */
const MAX_TEXT = 15_000;
/** The job that reads what a document's pictures say after they are made; whatever people start goes first. */
const ANALYSIS = 'background-analyze-pages';
const ANALYSIS_PRIORITY = 7;
/** Somebody looks at the page and waits. */
const SINGLE_PAGES_PRIORITY = 2;

const superseded = (): AppError => conflict('superseded', 'Another job is working on this document now.');
const busy = (): AppError =>
  conflict(
    'already_processing',
    'This document is being processed already. Wait until that has finished, or cancel the job.',
  );

export interface Started {
  jobId: string;
  jobType: string;
  document: DocumentRow;
}

/** A document in a worker's hands. */
export interface Begun {
  document: DocumentRow;
  /** Numbers of pages. */
  readyPages: number[];
  analyzedPages: number[];
}

export class Processing {
  readonly #o: ProcessingOptions;
  readonly #self: Actor = serviceActor('document');
  /** Counted once more when the attempt ends: a count that a crash swallows is made up for. */
  readonly #counting: Coalesced;

  constructor(options: ProcessingOptions) {
    this.#o = options;
    this.#counting = new Coalesced((documentId) => this.#countPages(documentId), {
      what: 'counting the pages of a document',
      gapMs: COUNT_EVERY_MS,
      log: options.log,
    });
  }

  /** Waits for counts in hand. */
  stop(): Promise<void> {
    return this.#counting.stop();
  }

  /** Creates a job for a document, at most one at a time. */
  async process(request: ProcessDocumentRequest, context: CallContext): Promise<Started> {
    const jobType = request.jobType || DOCUMENT_JOB_TYPES[0];
    if (!DOCUMENT_JOB_TYPES.some((type) => type === jobType))
      throw invalidFields({ jobType: `jobType must be one of ${DOCUMENT_JOB_TYPES.join(', ')}` });
    const before = await this.#o.documents.visible(request.id, 'process', context);
    if (request.projectId && request.projectId !== before.projectId) throw notFound('Document');
    const pageNumbers = checkNumbers(request.pageNumbers, before);
    await this.#giveWay(before, context);

    const job: DocumentJob = { id: newId(), type: jobType, since: this.#o.clock.now() };
    const queued = await this.#change(request.id, context.actor, (document) => {
      if (document.job && document.job.id !== before.job?.id) throw busy();
      return { job, processingStatus: 'queued', processingError: '' };
    });
    try {
      await this.#o.jobs.createJob(
        {
          id: job.id,
          type: jobType,
          payload: { documentId: queued._id, projectId: queued.projectId, pageNumbers },
          ...(pageNumbers.length > 0 && { priority: SINGLE_PAGES_PRIORITY }),
          documentFilename: queued.fileName,
          documentCategory: queued.category,
        },
        context,
      );
    } catch (error) {
      await this.#letGo(request.id, job.id, context.actor);
      throw error;
    }
    return { jobId: job.id, jobType, document: queued };
  }

  /** A worker takes the document. @throws AppError FAILED_PRECONDITION while another job has it */
  async begin(documentId: string, jobId: string, actor: Actor): Promise<Begun> {
    const document = await this.#change(documentId, actor, ({ job, processingStatus }) => {
      // a job whose successor was made before its worker heard so begins once more
      if (job && job.id !== jobId && job.follows !== jobId)
        throw conflict('document_busy', 'Another job is working on this document.');
      const own = job?.id === jobId ? job : { id: jobId, type: '', since: this.#o.clock.now() };
      return {
        job: own,
        processingStatus: own.automatic ? processingStatus : 'processing',
        processingError: '',
      };
    });
    const pages = await this.#o.repository.pages(documentId);
    const numbers = (which: (page: PageRow) => boolean): number[] =>
      pages.filter(which).map(({ pageNumber }) => pageNumber);
    return {
      document,
      readyPages: numbers(({ status, preview }) => status === 'ready' && !preview),
      // who asks for analysis wants it anew; another attempt of the same job goes on where the last one stopped
      analyzedPages: numbers(
        ({ analyzed, analyzedBy }) => analyzed && (document.job?.automatic === true || analyzedBy === jobId),
      ),
    };
  }

  /** How many pages there are: each gets a record, and records of pages beyond go. */
  async recordPageCount(documentId: string, total: number, actor: Actor): Promise<void> {
    if (!Number.isInteger(total) || total < 1 || total > DEFAULT_LIMITS.pages)
      throw invalidFields({ total_pages: `total_pages must be from 1 to ${DEFAULT_LIMITS.pages}` });
    const document = await this.#find(documentId);
    const known = await this.#o.repository.pages(documentId);
    for (const page of known.filter(({ pageNumber }) => pageNumber > total)) {
      await this.#o.pageWriter.change(page._id, actor, (row) => ({
        remove: true,
        events: [toldOfPage(pageDeleted, row)],
      }));
      await this.#o.texts.remove(page._id);
    }
    const numbers = new Set(known.map(({ pageNumber }) => pageNumber));
    const missing = Array.from({ length: total }, (_, index) => index + 1).filter((number) => !numbers.has(number));
    await this.#o.repository.addPendingPages(document, missing);
    if (document.totalPages !== total) await this.#change(documentId, actor, () => ({ totalPages: total }));
  }

  /** One page's outcome: its picture, what it says, or why it has no picture. Repeating it changes nothing. */
  async recordPage(request: RecordPageRequest, actor: Actor): Promise<PageRow> {
    const document = await this.#find(request.documentId);
    checkPage(request, document);
    if (request.jobId && document.job?.id !== request.jobId) throw superseded();
    const id = await this.#o.repository.pageId(document, request.pageNumber);
    const words = bounded(request.words);
    const digest = digestOf(words);
    const before = await this.#o.repository.findPage(id);
    // the words first: who hears of the page finds them
    if (before && keepsText(request, before) && before.wordsDigest !== digest) await this.#o.texts.put(before, words);
    let became: PageRow['status'] | undefined;
    const page = await this.#o.pageWriter.change(id, actor, (row, after) => {
      became = undefined;
      const set = outcomeOf(request, row, document, words, digest);
      if (!differs(set, row)) return undefined;
      const next = after(set);
      const pictured = next.status === 'ready' && (row.status !== 'ready' || next.contentHash !== row.contentHash);
      became = next.status === row.status ? undefined : next.status;
      const events = [
        ...(pictured ? [toldOfPage(pageReady, next)] : []),
        ...(became === 'failed' ? [toldOfPage(pageFailed, next)] : []),
        ...(next.analyzed && became !== 'failed' ? [toldOfPage(pageAnalyzed, next)] : []),
      ];
      return { set, events };
    });
    if (!page) throw notFound('Page');
    if (became) this.#counting.ask(document._id);
    return page;
  }

  /**
   * The end of a worker's attempt, with a sentence when it failed. Pages whose words have to be read off their
   * pictures get a job of their own then: the pictures are there to be used meanwhile.
   */
  async finish({ documentId, jobId, error, willRetry }: FinishProcessingRequest, actor: Actor): Promise<DocumentRow> {
    const counts = await this.#counts(await this.#find(documentId));
    const follower: DocumentJob = {
      id: newId(),
      type: ANALYSIS,
      since: this.#o.clock.now(),
      automatic: true,
      follows: jobId,
    };
    const row = await this.#change(documentId, actor, (document) => {
      const { job } = document;
      if (job?.id !== jobId) return undefined;
      const resting = this.#resting(document, counts);
      const isAnalysis = job.automatic === true || job.type === ANALYSIS;
      const left = counts.ready > counts.analyzed || counts.unaudited > 0;
      const follows = !willRetry && !error && !isAnalysis && left;
      return {
        processingStatus: job.automatic ? resting : willRetry ? 'queued' : error ? 'failed' : resting,
        processingError: job.automatic ? '' : error,
        pagesReady: counts.ready,
        ...(!willRetry && { job: follows ? follower : undefined }),
      };
    });
    // also on a repeated call: the same id makes the same job
    if (row.job?.automatic && row.job.follows === jobId) await this.#createAnalysis(row, row.job);
    return row;
  }

  /**
   * The job service's word about a job: it counts where no worker could tell us, after a cancellation, the death of a
   * worker or a retry by hand.
   */
  async jobChanged(job: Job | undefined, rev: number): Promise<void> {
    const documentId = job?.payload?.documentId;
    if (!job || !documentId || job.status === 'processing') return;
    const document = await this.#o.repository.find(documentId);
    if (!document) return;
    const counts = await this.#counts(document);
    await this.#change(documentId, this.#self, (current) => {
      if (current.jobHeard?.id === job.id && current.jobHeard.rev >= rev) return undefined;
      const jobHeard = { id: job.id, rev };
      const ours = current.job?.id === job.id;
      if (job.status === 'pending' || job.status === 'retrying') {
        if (current.job && !ours) return undefined;
        const taken = current.job ?? { id: job.id, type: job.type, since: this.#o.clock.now() };
        return { jobHeard, job: taken, ...(!taken.automatic && { processingStatus: 'queued' as const }) };
      }
      if (!ours) return { jobHeard };
      // pages that can be used are no failed document, whether their words could be read or not
      const failed = job.status === 'failed' && job.errorMessage !== CANCELLED && !current.job?.automatic;
      return {
        jobHeard,
        job: undefined,
        processingStatus: failed ? 'failed' : this.#resting(current, counts),
        processingError: failed ? job.errorMessage : '',
      };
    });
  }

  /**
   * Sees to it that a document which was analysed before words were kept can be searched: all of it is read once more,
   * when nothing else is to be done. Once a document: one that does not get through stays as it was.
   */
  async askForWords(documentId: string): Promise<void> {
    const before = await this.#o.repository.find(documentId);
    if (!before) return;
    const { job, wordsJob } = before;
    const pages = (await this.#o.repository.pages(documentId)).filter(
      ({ status, wordsDigest }) => status === 'ready' && typeof wordsDigest !== 'string',
    );
    const change = async (set: PageSet): Promise<void> => {
      // nothing that anybody was told of changes
      for (const { _id } of pages) await this.#o.pageWriter.change(_id, this.#self, () => ({ set, events: [] }));
    };
    if (!job && wordsJob) return change({ analyzed: true, wordsDigest: '' });
    if (job && job.id !== wordsJob) return;
    if (job && (await this.#isKnown(job))) return;
    const own: DocumentJob = job ?? { id: newId(), type: ANALYSIS, since: this.#o.clock.now(), automatic: true };
    const row = await this.#change(documentId, this.#self, (document) =>
      document.job?.id === job?.id ? { job: own, wordsJob: own.id } : undefined,
    );
    // somebody else was quicker
    if (row.job?.id !== own.id) return;
    await change({ analyzed: false });
    await this.#createAnalysis(row, own);
  }

  /** Key prefix of the document's blobs, for workers that write pages. */
  prefixOf({ projectId, _id }: DocumentRow): string {
    return documentPrefix(projectId, _id);
  }

  /** @throws AppError while a job that somebody asked for has the document; an automatic one makes room */
  async #giveWay({ job }: DocumentRow, context: CallContext): Promise<void> {
    if (!job || !(await this.#isAlive(job, context))) return;
    if (!job.automatic) throw busy();
    try {
      await this.#o.jobs.cancelJob({ id: job.id }, await this.#o.asSelf());
    } catch (error) {
      // it runs, and hears of it with the next page it records; or it was never made
      const expected = error instanceof AppError && ['FAILED_PRECONDITION', 'NOT_FOUND'].includes(error.code);
      if (!expected) throw error;
    }
  }

  async #createAnalysis({ _id, projectId, fileName, category }: DocumentRow, { id }: DocumentJob): Promise<void> {
    await this.#o.jobs.createJob(
      {
        id,
        type: ANALYSIS,
        priority: ANALYSIS_PRIORITY,
        payload: { documentId: _id, projectId, pageNumbers: [] },
        documentFilename: fileName,
        documentCategory: category,
      },
      await this.#o.asSelf(),
    );
  }

  async #isAlive({ id, since }: DocumentJob, context: CallContext): Promise<boolean> {
    try {
      const { job } = await this.#o.jobs.getJob({ id }, context);
      return job?.status !== 'completed' && job?.status !== 'failed';
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      return this.#o.clock.now().getTime() - since.getTime() < CREATION_MS;
    }
  }

  async #isKnown({ id }: DocumentJob): Promise<boolean> {
    try {
      await this.#o.jobs.getJob({ id }, await this.#o.asSelf());
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      return false;
    }
  }

  async #letGo(documentId: string, jobId: string, actor: Actor): Promise<void> {
    const counts = await this.#counts(await this.#find(documentId));
    await this.#change(documentId, actor, (document) =>
      document.job?.id === jobId ? { job: undefined, processingStatus: this.#resting(document, counts) } : undefined,
    );
  }

  async #countPages(documentId: string): Promise<void> {
    const document = await this.#o.repository.find(documentId);
    if (!document) return;
    const { ready } = await this.#counts(document);
    // each page has its own event: nobody needs another one about their number
    await this.#o.writer.change(documentId, this.#self, ({ pagesReady }) =>
      pagesReady === ready ? undefined : { set: { pagesReady: ready }, events: [] },
    );
  }

  #counts({ _id, totalPages }: DocumentRow): Promise<PageCounts> {
    return this.#o.repository.pageCounts(_id, totalPages);
  }

  #resting({ classification, totalPages }: DocumentRow, counts: PageCounts): ProcessingStatus {
    return restingStatus(classification !== undefined, { ...counts, total: totalPages });
  }

  async #find(id: string): Promise<DocumentRow> {
    const row = isId(id) ? await this.#o.repository.find(id) : null;
    if (!row) throw notFound('Document');
    return row;
  }

  async #change(
    id: string,
    actor: Actor,
    decide: (document: DocumentRow) => Partial<DocumentRow> | undefined,
  ): Promise<DocumentRow> {
    const row = await this.#o.writer.change(id, actor, (document, after) => {
      const set = decide(document);
      if (!set || !differs(set, document)) return undefined;
      const silent = Object.keys(set).every((key) => key === 'jobHeard');
      return { set, events: silent ? [] : [told(documentChanged, after(set))] };
    });
    if (!row) throw notFound('Document');
    return row;
  }
}

function checkPage(
  { pageNumber, imagePath, thumbnailPath, contentHash, tileFormat, width, height }: RecordPageRequest,
  document: DocumentRow,
): void {
  if (!Number.isInteger(pageNumber) || pageNumber < 1 || pageNumber > DEFAULT_LIMITS.pages)
    throw invalidFields({ page_number: `page_number must be from 1 to ${DEFAULT_LIMITS.pages}` });
  if (!imagePath) return;
  const own = `${documentPrefix(document.projectId, document._id)}/pages/${pageNumber}/`;
  if (![imagePath, thumbnailPath].every((key) => key.startsWith(own)))
    throw invalid('foreign_blob', "A page's pictures lie in the folder of the page.");
  if (!contentHash || !['jpg', 'png'].includes(tileFormat) || width < 1 || height < 1)
    throw invalid('incomplete_page', 'A page with a picture has its hash, format and size.');
}

type PageSet = Partial<PageRow>;

/**
 * What a worker's report changes on a page. A page that has its picture keeps it when a later try fails, or when
 * somebody comes late with a preview of it.
 */
function outcomeOf(
  request: RecordPageRequest,
  page: PageRow,
  { category }: DocumentRow,
  words: readonly StoredWord[],
  digest: string,
): PageSet {
  const pictured = page.status === 'ready' && !page.preview;
  if (request.error && !request.imagePath)
    return pictured ? {} : { status: 'failed', error: request.error, preview: false };
  const { imagePath, thumbnailPath, contentHash, tileFormat, width, height, dpi, preview } = request;
  if (preview && pictured) return {};
  const size = width > 0 && height > 0 ? { width, height, dpi } : {};
  const madeBy: PageRow['madeBy'] = request.madeBy === 'lifted' ? 'lifted' : 'rendered';
  const files = { imagePath, thumbnailPath, contentHash, tileFormat };
  // of the same size only: a viewer lays their tiles in the same places
  const isFollowed = page.preview && !preview && page.width === width && page.height === height;
  const kept = page.contentHash === contentHash ? page.previewHash : undefined;
  const previewHash = isFollowed ? page.contentHash : kept;
  const picture: PageSet = imagePath
    ? { status: 'ready', error: '', ...files, preview, previewHash, madeBy, audited: false, ...size }
    : page.status === 'ready'
      ? { ...(request.audited && { audited: true }) }
      : size;
  const analysis = keepsText(request, page) ? analysisOf(request, category, words, digest) : {};
  return { ...picture, ...analysis };
}

/** What was found by looking at a page is not overwritten by somebody who has not looked. */
const keepsText = ({ metadata, analyzed }: RecordPageRequest, page: PageRow): boolean =>
  analyzed || (metadata !== undefined && !page.analyzed);

function analysisOf(
  { analyzed, metadata, jobId }: RecordPageRequest,
  category: DocumentRow['category'],
  words: readonly StoredWord[],
  digest: string,
): PageSet {
  const done = analyzed ? { analyzed, analyzedBy: jobId } : {};
  if (!metadata) return done;
  const known: PageSet = {
    ...done,
    extractedText: metadata.extractedText?.slice(0, MAX_TEXT) || undefined,
    textSource: words.length === 0 ? '' : metadata.textSource === 'ocr' ? 'ocr' : 'pdf',
    wordsDigest: digest,
    pageType: metadata.pageType ? pageTypeIn(category, metadata.pageType as PageType) : '',
    pageTypeConfidence: metadata.pageTypeConfidence,
    pageTitle: metadata.pageTitle || undefined,
    pageTitleConfidence: metadata.pageTitleConfidence,
    pageTitleSource: metadata.pageTitleSource as PageRow['pageTitleSource'],
  };
  if (!analyzed) return known;
  const { year, yearConfidence, yearSource, mapScale, mapScaleConfidence } = metadata;
  return { ...known, year, yearConfidence, yearSource: yearSource as YearSource | '', mapScale, mapScaleConfidence };
}

/** @throws AppError naming numbers that are no pages of the document */
function checkNumbers(numbers: readonly number[], { totalPages }: DocumentRow): number[] {
  const known = totalPages || DEFAULT_LIMITS.pages;
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > known))
    throw invalidFields({ page_numbers: `page_numbers must be from 1 to ${known}` });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Whether a change would change anything; values are plain data. */
function differs(set: object, row: object): boolean {
  const now = row as Record<string, unknown>;
  return Object.entries(set).some(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key]));
}
