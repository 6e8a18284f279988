import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { sharp } from '../pictures/sharp.js';
import { documentFailures, pageFailures, PipelineFailure } from '../children/failures.js';
import { wrapG4 } from '../pdf/g4-tiff.js';
import { hasPdfHeader, type PdfObjects, readObjects } from '../pdf/pdf-objects.js';
import { type PageOutline, PdfiumError } from '../pdf/page.js';
import { type Pdfium, startPdfium } from '../pdf/pdfium.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { sizeInPixels } from '../pdf/pdfium-outline.js';
import { guardSingleImage, type LiftedPicture } from '../pdf/single-image-guard.js';
import { openTilePyramid } from '../pyramids/open-pyramid.js';
import { readOptions, writeBilevelPyramid, writeJpegPyramid } from '../pyramids/pyramid-writer.js';
import { withFile } from '../pyramids/range-reader.js';
import { makeThumbnail } from '../pyramids/thumbnail.js';
import { pyramidFileName, type TileFormat } from '../pyramids/tile-pyramid.js';
import type { FileNames } from '../pdf/file-names.js';
import { noText, ownText, type OwnText } from '../reading/own-text.js';
import { readPageMetadata } from '../reading/page-metadata.js';
import { Budget } from './budget.js';
import { describe, isStorageTrouble, isWasmTrap, pageFailureOf, storing } from './errors.js';
import type { ChildJob, PageResult, ReadyPage } from './messages.js';

/** Sent at once, so the first sheet is shown while others are made. */
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

/** The first page runs alone; later pages run concurrently with one thread each. */
const FIRST_PAGE_THREADS = 2;
/** Units of a page: 2,000 inches. Plots of 35 m exist; many exceed the 200 inches of ISO 32000 (annex C). */
const MAX_PAGE_UNITS = 144_000;
/** Refused before PDFium decodes them. */
const MAX_EMBEDDED_PIXELS = 2e9;
const BYTES_PER_PIXEL = 3;
const PREVIEW_HALVINGS = 2;
/** Difference of aspect ratios caused by rounding to pixels. */
const SAME_SHAPE = 0.01;
/** Smaller JPEG 2000 pictures are ready sooner than a preview. */
const PREVIEWED_PIXELS = 8e6;
/** Longer side of a preview, at least. */
const EARLY_SIDE = 1_500;

/**
 * Makes every page not in `skip`, in the child. Page failures are reported individually. @throws PipelineFailure if the
 * file is unusable
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
  /** Memory of rendered pages; one page alone may exceed its share. */
  private readonly drawing: Budget;
  private readonly trapped = new WeakSet<PdfiumDocument>();
  /** Resolves when a working module is available. */
  private reopening: Promise<void> = Promise.resolve();

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
    if (!objects) events.log('rendering all pages', { pageCount });
    await storing(mkdir(job.outDir, { recursive: true }));
    events.opened(pageCount);
    return new DocumentWork(job, events, document, objects);
  }

  get pageCount(): number {
    return this.document.pageCount;
  }

  /**
   * Rejects only if no further page can succeed. `early`: the user waits, so a large sheet gets a small preview first.
   */
  async make(pageNumber: number, { early = false } = {}): Promise<void> {
    this.events.begun(pageNumber);
    try {
      this.events.page(await this.makeUntrapped(pageNumber, early));
    } catch (error) {
      if (error instanceof PipelineFailure) throw error;
      const failure = pageFailureOf(error, pageNumber);
      this.events.log('page failed', { pageNumber, detail: describe(error) });
      const { reason, message } = failure;
      this.events.page({ status: 'failed', pageNumber, reason, message });
    }
  }

  /** A trap leaves the WASM module undefined for all concurrent pages. */
  private async makeUntrapped(pageNumber: number, early: boolean): Promise<ReadyPage> {
    for (;;) {
      await this.reopening;
      const { document } = this;
      try {
        return await this.makePage(pageNumber, early);
      } catch (error) {
        const endedByAnother = this.trapped.has(document);
        if (isWasmTrap(error)) this.reopen(this.document);
        if (!endedByAnother || error instanceof PipelineFailure) throw error;
      }
    }
  }

  private async makePage(pageNumber: number, early: boolean): Promise<ReadyPage> {
    const folder = path.join(this.job.outDir, String(pageNumber));
    await storing(mkdir(folder, { recursive: true }));
    const picture = (await this.lift(pageNumber, folder, early)) ?? (await this.render(pageNumber, folder));
    return this.describePage(pageNumber, folder, picture, false);
  }

  /** A preview's words come with the page itself. */
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
    const { format, width, height, dpi, madeBy, pictureShare } = picture;
    const text =
      picture.hasText && !preview ? this.textOf(pageNumber, { width, height, dpi }) : noText({ width, height });
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
      pictureShare,
      preview,
      ...text,
      metadata: readPageMetadata({
        ...picture,
        ...text,
        category: this.job.category,
        // not stored for previews
        ...(!preview && { names: this.namesOf(pageNumber) }),
      }),
    };
  }

  /** Null if the page must be rendered. */
  private async lift(pageNumber: number, folder: string, early: boolean): Promise<Picture | null> {
    if (this.job.drawn[pageNumber]) return null;
    const page = this.objects?.pages[pageNumber - 1];
    if (!this.objects || !page) return null;
    const verdict = guardSingleImage(page, this.objects.bytesOf);
    if (!verdict.lift) {
      this.events.log('rendering page', { pageNumber, because: verdict.because });
      return null;
    }
    const { lift } = verdict;
    const pixels = lift.width * lift.height;
    if (pixels > this.job.limits.liftedPixels) return null;
    try {
      // on another core
      const shown =
        early && pixels >= this.job.limits.earlyPixels[lift.kind] ? this.announceEarly(pageNumber, lift) : undefined;
      try {
        return await this.writeLifted(lift, folder);
      } finally {
        await shown;
      }
    } catch (error) {
      if (isStorageTrouble(error)) throw documentFailures.storage(describe(error));
      // PDFium may still render what libvips refuses
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

  /** JPEG decodes a reduced sheet in a third of the time. Skipped on failure. */
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
      // the full page will report the problem
      this.events.log('early preview failed', { pageNumber, detail: describe(error) });
    }
  }

  /** `width` and `height` are those of `image` after rotation; `picture` describes the full page. */
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
    const longest = Math.max(outline.widthPt, outline.heightPt) / outline.userUnit;
    if (!(longest <= MAX_PAGE_UNITS) || outline.largestPicture > MAX_EMBEDDED_PIXELS)
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

  private outline(pageNumber: number): PageOutline {
    const outline = this.document.outline(pageNumber - 1);
    const size = this.job.drawn[pageNumber];
    if (!size || !(outline.widthPt > 0 && outline.heightPt > 0)) return outline;
    const [across, down] = [size.width / outline.widthPt, size.height / outline.heightPt];
    // a picture of the page's shape keeps its size
    const scale = Math.abs(across / down - 1) < SAME_SHAPE ? across : Math.max(across, down);
    return { ...outline, dpi: scale * 72 };
  }

  /** JPEG 2000 decodes at a quarter of its size in a tenth of the time. */
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

  /** Without readable text a page keeps its picture. */
  private textOf(pageNumber: number, size: { width: number; height: number; dpi: number }): OwnText {
    try {
      return ownText(this.document.text(pageNumber - 1, size.width, size.height), size);
    } catch (error) {
      if (!(error instanceof PdfiumError)) throw error;
      this.events.log('text could not be read', { pageNumber, detail: error.message });
      return noText(size);
    }
  }

  private namesOf(pageNumber: number): FileNames {
    return this.document.names(pageNumber - 1, (detail) => this.events.log('names could not be read', { detail }));
  }

  /** The module's state is undefined after a trap. */
  private reopen(document: PdfiumDocument): void {
    if (this.trapped.has(document)) return;
    this.trapped.add(document);
    this.reopening = startPdfium().then((pdfium) => {
      this.document = openDocument(pdfium, this.job.file);
    });
    // awaited by the next page, which then fails with the reason
    this.reopening.catch(() => undefined);
  }

  private timeout(): { seconds: number } {
    // libvips uses clock time; the parent limits CPU time
    return { seconds: Math.ceil(this.job.limits.wallMs / 1000) };
  }
}

/** Displayed picture size, after rotation. */
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
