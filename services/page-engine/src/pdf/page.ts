/** In pixels of the page's picture, origin top left. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Recognition confidence, 0 to 1; absent for a PDF's own text. */
  confidence?: number;
  /** Clockwise rotation, if known: 0, 90 or 270. */
  turned?: number;
  /** The same in whole degrees, -179 to 180; default 0. */
  angle?: number;
  /** Words are in reading order. */
  line?: number;
}

/** @param degrees -180 to 180 */
export function quarterOf(degrees: number): 0 | 90 | 270 {
  if (Math.abs(degrees) <= 45) return 0;
  return degrees > 0 ? 90 : 270;
}

export interface PageText {
  text: string;
  words: Word[];
}

/** In pixels of the page's picture, origin top left. */
export type Area = Pick<Word, 'x' | 'y' | 'width' | 'height'>;

/** A word of the file, before it is judged. */
export interface PrintedWord extends Word {
  /** Line in the file's order. */
  row: number;
  /** Identifies the font within the page; 0: unknown. */
  font: number;
  /** Drawn without ink over a picture or drawn letters: an OCR layer. */
  hidden?: true;
  /** Filled into a form or typed as a note: after the page's own lines in the file, whatever its place. */
  added?: true;
}

/** What the file itself says where it can be seen. */
export interface PrintedText {
  text: string;
  words: PrintedWord[];
  /** Pictures that may show lettering. */
  pictures: Area[];
  /** Drawn as paths, and not repeated on other pages as logos are. */
  lettering?: Area;
}

export interface RenderedPage {
  width: number;
  height: number;
  dpi: number;
  /** RGB, three bytes per pixel, unpadded rows. */
  data: Buffer;
}

/** Known before rendering. Points (1/72 inch of paper, UserUnit included), after rotation. */
export interface PageOutline {
  widthPt: number;
  heightPt: number;
  /** Points per unit of the page's space, usually 1. */
  userUnit: number;
  /** Of the page's pictures, at least {@link TEXT_DPI}. */
  dpi: number;
  /** Covered by pictures, 0 to 1. */
  pictureShare: number;
  largestPicture: number;
  /** The largest picture is JPEG 2000: slow in full, fast at reduced size. */
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
