import type { FailureReason } from '../children/failures.js';
import type { PipelineLimits } from '../children/limits.js';
import type { TileFormat } from '../pyramids/tile-pyramid.js';
import type { OwnText } from '../reading/own-text.js';
import type { PageMetadata } from '../reading/page-metadata.js';

/** File names are relative to the job's `outDir`. */
export interface ReadyPage extends OwnText {
  status: 'ready';
  /** 1-based. */
  pageNumber: number;
  /** `pyramid.tif` (jpg) or `tiles.zip` (png). */
  pyramidFile: string;
  thumbnailFile: string;
  format: TileFormat;
  width: number;
  height: number;
  dpi: number;
  /** 16 hex digits that change with the tiles. */
  hash: string;
  /** Lifted from the PDF's own bytes, or rendered. */
  madeBy: 'lifted' | 'rendered';
  /** Covered by pictures, 0 to 1. */
  pictureShare: number;
  /** A quarter of the size; the full page or its failure follows. */
  preview: boolean;
  metadata: PageMetadata;
}

export interface FailedPage {
  status: 'failed';
  pageNumber: number;
  reason: FailureReason;
  message: string;
}

export type PageResult = ReadyPage | FailedPage;

/** Paths are absolute. */
export interface ChildJob {
  file: string;
  outDir: string;
  category: string;
  skip: number[];
  /** Only these pages; empty: all. */
  only: number[];
  /** By page number, of pages to render even if liftable. */
  drawn: Record<number, { width: number; height: number }>;
  previews: boolean;
  /** Concurrent pages after the first. */
  parallel: number;
  /** The JavaScript parser crashed on this file. */
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
