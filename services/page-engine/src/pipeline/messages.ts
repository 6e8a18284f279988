import type { FailureReason } from '../children/failures.js';
import type { PipelineLimits } from '../children/limits.js';
import type { Word } from '../pdf/page.js';
import type { TileFormat } from '../pyramids/tile-pyramid.js';
import type { PageMetadata } from '../reading/page-metadata.js';

/** A page with its picture. File names are relative to the job's `outDir`. */
export interface ReadyPage {
  status: 'ready';
  /** From 1. */
  pageNumber: number;
  /** `pyramid.tif` (jpg) or `tiles.zip` (png) of this page. */
  pyramidFile: string;
  thumbnailFile: string;
  format: TileFormat;
  /** Pixels of the picture at full size. */
  width: number;
  height: number;
  dpi: number;
  /** 16 hex digits that change with the tiles; part of the page's keys and tile addresses. */
  hash: string;
  /** Taken over from the PDF's own bytes, or drawn. */
  madeBy: 'lifted' | 'rendered';
  /** Share of the page that is covered by pictures, 0 to 1. */
  pictureShare: number;
  /** The pyramid has a quarter of `width` and `height`; the page comes once more, in full or failed. */
  preview: boolean;
  text: string;
  words: Word[];
  metadata: PageMetadata;
}

/** A page that has no picture; `message` is a sentence for the consultant. */
export interface FailedPage {
  status: 'failed';
  pageNumber: number;
  reason: FailureReason;
  message: string;
}

export type PageResult = ReadyPage | FailedPage;

/** What the child gets; paths are absolute. */
export interface ChildJob {
  file: string;
  outDir: string;
  category: string;
  skip: number[];
  /** Only these pages; empty: all. */
  only: number[];
  /** Pages that are drawn even if their picture could be taken over, by number: so many pixels wide. */
  drawn: Record<number, number>;
  /** Announce a preview of pages that take long. */
  previews: boolean;
  /** Pages at a time after the first. */
  parallel: number;
  /** Leave out the JavaScript parser, which did not survive this file. */
  pdfiumOnly: boolean;
  limits: PipelineLimits;
}

export type ParentMessage = { type: 'run'; job: ChildJob };

export type ChildMessage =
  | { type: 'opened'; pageCount: number }
  | { type: 'begun'; pageNumber: number }
  | { type: 'page'; page: PageResult }
  | { type: 'log'; message: string; detail: Record<string, string | number> }
  | { type: 'failed'; reason: FailureReason; message: string; detail?: string }
  | { type: 'finished' };
