import { jpegImage, pdfBuffer, type PdfWriter } from './pdf-writer.js';
import { renderSheet, type SheetDrawing, type SheetPicture } from './sheet.js';

/** Surveys of one neighbourhood, oldest first. */
export const SURVEY_YEARS = [1887, 1896, 1905, 1926] as const;

export interface MapSetOptions {
  seed: number;
  /** One sheet a year; the four survey years when absent. */
  years?: readonly number[];
  /** Pixels; 3200 when absent. */
  width?: number;
  /** Degrees clockwise by which the streets are turned on the sheets; 0 when absent. */
  turn?: number;
  /** Whether the lettering is also a text layer; true when absent. */
  hasText?: boolean;
  /** JPEG quality and strength of grain: together they set the size of the file. */
  quality?: number;
  grain?: number;
}

export interface MapSet {
  pdf: Buffer;
  /** The drawing of each page, in page order. */
  sheets: SheetDrawing[];
}

/** Sheets are scanned at so many pixels per inch: a sheet is 21.3 inches wide at any width. */
const dpiOf = (width: number): number => width / (1600 / 75);

/**
 * A fire insurance map set as a PDF, one scanned sheet a page: the same streets in several years, with the lettering as
 * an invisible text layer, as map sellers deliver it.
 */
export async function makeMapSet(options: MapSetOptions): Promise<MapSet> {
  const years = options.years ?? SURVEY_YEARS;
  const sheets: SheetDrawing[] = [];
  const pdf = await pdfBuffer(async (writer) => {
    await addSheets(
      writer,
      years.map((year) => ({ ...options, year })),
      (sheet) => sheets.push(sheet),
      options.hasText,
    );
  });
  return { pdf, sheets };
}

/**
 * Draws sheets into a PDF in order, with their lettering as unseen text or as it comes from a scanner, without. The next sheet is drawn by the image library's threads while this one is aged
 * and written, so two processors are kept busy and two pictures held at most.
 */
async function addSheets(
  writer: PdfWriter,
  sheets: readonly Parameters<typeof renderSheet>[0][],
  done: (sheet: SheetDrawing) => void,
  hasText = true,
): Promise<void> {
  let next: Promise<SheetPicture> | undefined;
  for (const [index, sheet] of sheets.entries()) {
    const current = next ?? renderSheet(sheet);
    const following = sheets[index + 1];
    next = following && renderSheet(following);
    // an unhandled rejection of the sheet ahead would end the process before this one reports its own failure
    next?.catch(() => undefined);
    const { jpeg, ...drawing } = await current;
    await writer.addImagePage(jpegImage(jpeg, drawing.width, drawing.height), {
      dpi: dpiOf(drawing.width),
      ...(hasText && { textLayer: drawing.lines }),
    });
    done(drawing);
  }
}

/**
 * A small fire insurance map PDF for tests, with the places of its labels: one sheet of 1600 x 1900 pixels takes
 * about a second.
 */
export async function makeTestSheetPdf({
  seed = 1,
  sheets = 1,
  width = 1600,
}: { seed?: number; sheets?: number; width?: number } = {}): Promise<MapSet> {
  // the year with most to find first: a single sheet is the one of 1896
  const years = [1896, 1887, 1905, 1926];
  return makeMapSet({ seed, width, years: Array.from({ length: sheets }, (_, i) => years[i % years.length] ?? 1896) });
}
