/** What PDFium tells of a page. */

/** A word and where it stands, in pixels of the page's picture, origin at the top left. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How sure recognition is, 0 to 1; left out for a word of the PDF itself. */
  confidence?: number;
  /** Degrees clockwise by which it is turned on the page, when known: the nearest of 0, 90 and 270. */
  turned?: number;
  /** The same in whole degrees, -179 to 180; absent: 0. */
  angle?: number;
  /** Words of one printed line have the same number and come in reading order; absent when not known. */
  line?: number;
}

/** What {@link Word.turned} is for that angle in degrees, -180 to 180. */
export function quarterOf(degrees: number): 0 | 90 | 270 {
  if (Math.abs(degrees) <= 45) return 0;
  return degrees > 0 ? 90 : 270;
}

export interface PageText {
  text: string;
  words: Word[];
}

export interface RenderedPage {
  width: number;
  height: number;
  dpi: number;
  /** RGB, three bytes a pixel, rows without padding. */
  data: Buffer;
}

/** What has to be known before a page is drawn. Sizes in points (1/72 inch) after rotation. */
export interface PageOutline {
  widthPt: number;
  heightPt: number;
  /** Resolution that shows the page's pictures as they are, at least {@link TEXT_DPI}. */
  dpi: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Pixels of the largest embedded picture. */
  largestPicture: number;
  /** That picture is JPEG 2000: slow to decode in full, quick at a fraction of its size. */
  jpeg2000: boolean;
}

export class PdfiumError extends Error {
  constructor(
    readonly kind: 'encrypted' | 'format' | 'page' | 'memory',
    message: string,
  ) {
    super(message);
    this.name = 'PdfiumError';
  }
}
