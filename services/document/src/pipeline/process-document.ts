import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { documentFailures, PageFailure, pageFailures, PipelineFailure } from './failures.js';
import type { FileNames } from './file-names.js';
import { wrapG4 } from './g4-tiff.js';
import type { ChildJob, PageResult, ReadyPage } from './messages.js';
import { openTilePyramid } from './open-pyramid.js';
import { readPageMetadata } from './page-metadata.js';
import { hasPdfHeader, type PdfObjects, readObjects } from './pdf-objects.js';
import {
  type PageOutline,
  type PageText,
  type Pdfium,
  type PdfiumDocument,
  PdfiumError,
  sizeInPixels,
  startPdfium,
} from './pdfium.js';
import { readOptions, writeBilevelPyramid, writeJpegPyramid } from './pyramid-writer.js';
import { withFile } from './range-reader.js';
import { guardSingleImage, type LiftedPicture } from './single-image-guard.js';
import { makeThumbnail } from './thumbnail.js';
import { pyramidFileName, type TileFormat } from './tile-pyramid.js';

/** Told as it happens, so that the first sheet can be shown while the others are being made. */
export interface ProcessEvents {
  opened(pageCount: number): void;
  begun(pageNumber: number): void;
  page(page: PageResult): void;
  log(message: string, detail: Record<string, string | number>): void;
}

interface Picture {
  format: TileFormat;
  width: number;
  height: number;
  dpi: number;
  madeBy: ReadyPage['madeBy'];
  pictureShare: number;
  hasText: boolean;
}

/** libvips threads for the first page, which runs alone; afterwards pages run side by side with one each. */
const FIRST_PAGE_THREADS = 2;
/** Points: 200 inches, the largest page ISO 32000 (annex C) knows. */
const MAX_PAGE_POINTS = 14_400;
/** An embedded picture beyond this is refused before PDFium tries to decode it. */
const MAX_EMBEDDED_PIXELS = 2e9;
const BYTES_PER_PIXEL = 3;
/** A preview has a quarter of the width and of the height. */
const PREVIEW_HALVINGS = 2;
/** Smaller JPEG 2000 pictures are there in full before a preview would be looked at. */
const PREVIEWED_PIXELS = 8e6;
/**
 * The same of a first sheet that is taken over, by what it is made of. On two processors a colour scan of 48 megapixels
 * was there in full before its first view would have been (1.3 s against 1.5 s after its upload).
 */
const EARLY_PIXELS = { g4: 16e6, jpeg: 80e6 } as const;
/** Longer side in pixels that a first view of a sheet has at least: it is looked at as a whole then. */
const EARLY_SIDE = 1_500;

/** What libvips and Node say when a file cannot be written: the machine's fault, not the page's. */
const STORAGE_TROUBLE =
  /ENOSPC|EDQUOT|EROFS|EACCES|ENOTDIR|EIO\b|no space left|read-only file system|unable to open for write/i;
const MEMORY_TROUBLE = /out of memory|memory allocation|cannot enlarge memory|Array buffer allocation failed/i;

/**
 * Makes every page of the document that is not in `skip`: pyramid, thumbnail, text, metadata. Runs inside the child
 * process. Rejects with {@link PipelineFailure} when there is nothing to be had from the file; pages fail one by one.
 */
export async function processDocument(job: ChildJob, pdfium: Pdfium, events: ProcessEvents): Promise<void> {
  const work = await DocumentWork.open(job, pdfium, events);
  const skip = new Set(job.skip);
  const only = job.only.length > 0 ? new Set(job.only) : undefined;
  const wanted = (page: number): boolean => !skip.has(page) && only?.has(page) !== false;
  const [first, ...others] = Array.from({ length: work.pageCount }, (_, i) => i + 1).filter(wanted);
  if (first === undefined) return;
  sharp.concurrency(FIRST_PAGE_THREADS);
  await work.make(first, { early: job.previews });
  sharp.concurrency(1);
  const next = others.values();
  const makeOthers = async (): Promise<void> => {
    for (const page of next) await work.make(page);
  };
  await Promise.all(Array.from({ length: job.parallel }, makeOthers));
}

class DocumentWork {
  /** The drawn pages being written share this much memory; one page at a time may exceed a share of it. */
  private readonly drawing: Budget;

  private constructor(
    private readonly job: ChildJob,
    private readonly events: ProcessEvents,
    private document: PdfiumDocument,
    private readonly objects: PdfObjects | null,
  ) {
    this.drawing = new Budget(job.limits.renderedPixels);
  }

  static async open(job: ChildJob, pdfium: Pdfium, events: ProcessEvents): Promise<DocumentWork> {
    if (!(await hasPdfHeader(job.file))) throw documentFailures.notAPdf();
    const document = openDocument(pdfium, job.file);
    const { pageCount } = document;
    if (pageCount < 1) throw documentFailures.empty();
    if (pageCount > job.limits.pages) throw documentFailures.tooManyPages(pageCount, job.limits.pages);
    const objects = job.pdfiumOnly ? null : await readObjects(job.file, pageCount, job.limits.pdfObjects);
    if (!objects) events.log('pages are all drawn', { pageCount });
    await storing(mkdir(job.outDir, { recursive: true }));
    events.opened(pageCount);
    return new DocumentWork(job, events, document, objects);
  }

  get pageCount(): number {
    return this.document.pageCount;
  }

  /**
   * Announces the page, ready or failed; rejects only when no further page can succeed. `early`: somebody waits for just
   * this one, so that a large sheet is shown small before it is there in full.
   */
  async make(pageNumber: number, { early = false } = {}): Promise<void> {
    this.events.begun(pageNumber);
    try {
      this.events.page(await this.makePage(pageNumber, early));
    } catch (error) {
      if (error instanceof PipelineFailure) throw error;
      if (isTrap(error)) await this.reopen();
      const failure = pageFailureOf(error, pageNumber);
      this.events.log('page failed', { pageNumber, detail: describe(error) });
      const { reason, message } = failure;
      this.events.page({ status: 'failed', pageNumber, reason, message });
    }
  }

  private async makePage(pageNumber: number, early: boolean): Promise<ReadyPage> {
    const folder = path.join(this.job.outDir, String(pageNumber));
    await storing(mkdir(folder, { recursive: true }));
    const picture = (await this.lift(pageNumber, folder, early)) ?? (await this.render(pageNumber, folder));
    return this.describePage(pageNumber, folder, picture, false);
  }

  /** Thumbnail, hash and words of a page whose pyramid is written. A preview's words come with the page itself. */
  private async describePage(
    pageNumber: number,
    folder: string,
    picture: Picture,
    preview: boolean,
  ): Promise<ReadyPage> {
    const pyramidFile = path.join(folder, pyramidFileName(picture.format));
    const thumbnailFile = path.join(folder, 'thumbnail.webp');
    const hash = await withFile(pyramidFile, async (reader) => {
      const pyramid = await openTilePyramid(reader, picture.format);
      await storing(writeFile(thumbnailFile, await makeThumbnail(pyramid)));
      return pyramid.fingerprint();
    });
    const { format, width, height, dpi, madeBy } = picture;
    const text = picture.hasText && !preview ? this.textOf(pageNumber, width, height) : { text: '', words: [] };
    return {
      status: 'ready',
      pageNumber,
      pyramidFile: path.relative(this.job.outDir, pyramidFile),
      thumbnailFile: path.relative(this.job.outDir, thumbnailFile),
      format,
      width,
      height,
      dpi: Math.round(dpi),
      hash,
      madeBy,
      preview,
      ...text,
      metadata: readPageMetadata({
        ...picture,
        ...text,
        category: this.job.category,
        // nothing that a preview says is kept, and somebody waits for it
        ...(!preview && { names: this.namesOf(pageNumber) }),
      }),
    };
  }

  /** Takes the page's one picture out of the PDF, or null when it has to be drawn. */
  private async lift(pageNumber: number, folder: string, early: boolean): Promise<Picture | null> {
    if (this.job.drawn[pageNumber]) return null;
    const page = this.objects?.pages[pageNumber - 1];
    if (!this.objects || !page) return null;
    const verdict = guardSingleImage(page, this.objects.bytesOf);
    if (!verdict.lift) {
      this.events.log('page is drawn', { pageNumber, because: verdict.because });
      return null;
    }
    const { lift } = verdict;
    const pixels = lift.width * lift.height;
    if (pixels > this.job.limits.liftedPixels) return null;
    try {
      // on a core of its own: the page itself is hardly later for it
      const shown = early && pixels >= EARLY_PIXELS[lift.kind] ? this.announceEarly(pageNumber, lift) : undefined;
      try {
        return await this.writeLifted(lift, folder);
      } finally {
        await shown;
      }
    } catch (error) {
      if (isStorageTrouble(error)) throw documentFailures.storage(describe(error));
      // bytes that libvips refuses may still be drawn by PDFium, which is more forgiving
      this.events.log('picture could not be lifted', { pageNumber, detail: describe(error) });
      return null;
    }
  }

  private async writeLifted(lift: LiftedPicture, folder: string): Promise<Picture> {
    const { width, height } = uprightSize(lift);
    let image = this.decoded(lift);
    if (lift.rotate) image = image.rotate(lift.rotate);
    const format = lift.kind === 'g4' ? 'png' : 'jpg';
    const file = path.join(folder, pyramidFileName(format));
    await (format === 'png' ? writeBilevelPyramid(image, file) : writeJpegPyramid(image, width, height, file));
    return { ...pictureOf(lift), format };
  }

  private decoded(lift: LiftedPicture): Sharp {
    const bytes = lift.kind === 'g4' ? wrapG4(lift.bytes, lift.width, lift.height, lift.blackIs1) : lift.bytes;
    const image = sharp(bytes, readOptions(this.job.limits.liftedPixels)).timeout(this.timeout());
    return lift.grey ? image.toColourspace('b-w') : image;
  }

  /** The sheet at a fraction of its size, which JPEG is decoded at in a third of the time. Does without when it fails. */
  private async announceEarly(pageNumber: number, lift: LiftedPicture): Promise<void> {
    try {
      const halvings = Math.max(1, Math.floor(Math.log2(Math.max(lift.width, lift.height) / EARLY_SIDE)));
      const { width, height } = uprightSize(lift);
      const side = (pixels: number): number => Math.ceil(pixels / 2 ** halvings);
      const size = [side(lift.width), side(lift.height)] as const;
      const { data, info } = await this.decoded(lift)
        .resize(...size, { fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { channels } = info;
      const raw = { width: size[0], height: size[1], channels };
      const small = sharp(data, { raw })
        .toColourspace(lift.grey ? 'b-w' : 'srgb')
        .timeout(this.timeout());
      const picture: Picture = { ...pictureOf(lift), format: 'jpg' };
      await this.showPreview(pageNumber, small.rotate(lift.rotate), side(width), side(height), picture);
    } catch (error) {
      // the page itself, which is on its way, says what is wrong
      this.events.log('no first view', { pageNumber, detail: describe(error) });
    }
  }

  /** `width` and `height` are those of `image`, after its rotation; `picture` tells of the page itself. */
  private async showPreview(
    pageNumber: number,
    image: Sharp,
    width: number,
    height: number,
    picture: Picture,
  ): Promise<void> {
    const folder = path.join(this.job.outDir, `${pageNumber}-preview`);
    await storing(mkdir(folder, { recursive: true }));
    await storing(writeJpegPyramid(image, width, height, path.join(folder, pyramidFileName('jpg'))));
    this.events.page(await this.describePage(pageNumber, folder, picture, true));
  }

  private async render(pageNumber: number, folder: string): Promise<Picture> {
    const index = pageNumber - 1;
    const { renderedPixels } = this.job.limits;
    const outline = this.outline(pageNumber);
    const longest = Math.max(outline.widthPt, outline.heightPt);
    if (!(longest <= MAX_PAGE_POINTS) || outline.largestPicture > MAX_EMBEDDED_PIXELS)
      throw pageFailures.tooLarge(pageNumber);
    if (!(outline.widthPt > 0 && outline.heightPt > 0)) throw pageFailures.broken(pageNumber);
    if (this.job.previews && outline.jpeg2000 && outline.largestPicture >= PREVIEWED_PIXELS)
      await this.announcePreview(pageNumber, outline);
    const wanted = outline.widthPt * outline.heightPt * (outline.dpi / 72) ** 2;
    return this.drawing.spend(Math.min(wanted, renderedPixels), async () => {
      const { data, width, height, dpi } = this.document.render(index, outline, renderedPixels);
      const image: Sharp = sharp(data, {
        limitInputPixels: false,
        raw: { width, height, channels: BYTES_PER_PIXEL },
      }).timeout(this.timeout());
      const file = path.join(folder, pyramidFileName('jpg'));
      await storing(writeJpegPyramid(image, width, height, file));
      const { pictureShare } = outline;
      return { format: 'jpg', width, height, dpi, madeBy: 'rendered', pictureShare, hasText: true };
    });
  }

  /** A page whose width in pixels is given has the resolution that makes it so. */
  private outline(pageNumber: number): PageOutline {
    const outline = this.document.outline(pageNumber - 1);
    const width = this.job.drawn[pageNumber];
    return width && outline.widthPt > 0 ? { ...outline, dpi: (width / outline.widthPt) * 72 } : outline;
  }

  /** JPEG 2000 is decoded at a quarter of its size in a tenth of the time: that is shown until the page is there. */
  private async announcePreview(pageNumber: number, outline: PageOutline): Promise<void> {
    const { renderedPixels } = this.job.limits;
    const small = this.document.render(pageNumber - 1, outline, renderedPixels, PREVIEW_HALVINGS);
    const raw = { width: small.width, height: small.height, channels: BYTES_PER_PIXEL } as const;
    const image = sharp(small.data, { limitInputPixels: false, raw }).timeout(this.timeout());
    const { width, height, scale } = sizeInPixels(outline, renderedPixels);
    const picture: Picture = {
      format: 'jpg',
      width,
      height,
      dpi: scale * 72,
      madeBy: 'rendered',
      pictureShare: outline.pictureShare,
      hasText: false,
    };
    await this.showPreview(pageNumber, image, small.width, small.height, picture);
  }

  /** A page whose text cannot be read still has its picture. */
  private textOf(pageNumber: number, width: number, height: number): PageText {
    try {
      return this.document.text(pageNumber - 1, width, height);
    } catch (error) {
      if (!(error instanceof PdfiumError)) throw error;
      this.events.log('text could not be read', { pageNumber, detail: error.message });
      return { text: '', words: [] };
    }
  }

  /** Nor does a page need what the file calls it. */
  private namesOf(pageNumber: number): FileNames {
    return this.document.names(pageNumber - 1, (detail) => this.events.log('names could not be read', { detail }));
  }

  /** After a trap the WASM module's state is undefined: another one takes over, the old one is left to the collector. */
  private async reopen(): Promise<void> {
    this.document = openDocument(await startPdfium(), this.job.file);
  }

  private timeout(): { seconds: number } {
    // libvips counts on the clock; the CPU time is counted by the parent
    return { seconds: Math.ceil(this.job.limits.wallMs / 1000) };
  }
}

/** Pixels of the page's picture as it is seen, after its turn. */
function uprightSize({ width, height, rotate }: LiftedPicture): { width: number; height: number } {
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

function pictureOf(lift: LiftedPicture): Omit<Picture, 'format'> {
  return { ...uprightSize(lift), dpi: lift.dpi, madeBy: 'lifted', pictureShare: 1, hasText: lift.hasText };
}

function openDocument(pdfium: Pdfium, file: string): PdfiumDocument {
  try {
    return pdfium.open(file);
  } catch (error) {
    if (error instanceof PdfiumError && error.kind === 'encrypted') throw documentFailures.encrypted();
    throw documentFailures.broken(describe(error));
  }
}

/** Lets `weight` units of work in flight at once; waiting work goes first come, first served. */
class Budget {
  private spent = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly total: number) {}

  async spend<T>(weight: number, work: () => Promise<T>): Promise<T> {
    while (this.spent > 0 && this.spent + weight > this.total) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.spent += weight;
    try {
      return await work();
    } finally {
      this.spent -= weight;
      this.waiting.splice(0).forEach((resolve) => resolve());
    }
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** A trap (RuntimeError) or an exhausted stack (RangeError) inside WASM. */
const isTrap = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);
const isStorageTrouble = (error: unknown): boolean => STORAGE_TROUBLE.test(describe(error));

async function storing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isStorageTrouble(error)) throw documentFailures.storage(describe(error));
    throw error;
  }
}

function pageFailureOf(error: unknown, pageNumber: number): PageFailure {
  if (error instanceof PageFailure) return error;
  const memory = error instanceof PdfiumError ? error.kind === 'memory' : MEMORY_TROUBLE.test(describe(error));
  if (memory) return pageFailures.outOfMemory(pageNumber);
  if (/timeout/i.test(describe(error))) return pageFailures.timeout(pageNumber);
  return pageFailures.broken(pageNumber, error);
}
