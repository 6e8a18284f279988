/** How long a pixel of a sheet is on the ground. The resolution of a PDF is a claim. */
import { feetPerInch } from '@symbio/proto/document/map-scale';
import type { SheetScale } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { kindOf } from '../page-kinds/kind-of.js';
import { unusualPaper } from './paper.js';

export type ScaledRow = Pick<
  PageRow,
  '_id' | 'width' | 'height' | 'dpi' | 'mapScale' | 'groundScale' | 'scaleBarFeetPerPixel'
> & {
  placed?: { feetPerPixel: number; stateText: string } | undefined;
};

/** Two sheets agree on feet per inch of the claimed paper; paper shrinks by up to 3 %. */
const AGREEMENT = 0.05;
/** Share of pictures below which a page was drawn by a program: its paper has the size of its file. */
const DRAWN = 0.5;

const established = (feetPerPixel: number, basis: string, note: string): SheetScale => ({ feetPerPixel, basis, note });
const unknown = (note: string): SheetScale => ({ basis: '', note });

const ownMeasure = ({ groundScale, placed, scaleBarFeetPerPixel }: ScaledRow): number | undefined =>
  groundScale?.feetPerPixel ?? placed?.feetPerPixel ?? scaleBarFeetPerPixel;

export const dependsOnOthers = (row: ScaledRow): boolean => row.mapScale !== undefined && ownMeasure(row) === undefined;

/** @param sheets of the same document, with a measure of their own */
export function sheetScaleOf(
  row: ScaledRow & Pick<PageRow, 'pageType' | 'kindSaid' | 'pictureShare'>,
  sheets: readonly ScaledRow[] = [],
): SheetScale {
  const { groundScale, placed, scaleBarFeetPerPixel: bar, mapScale, dpi, width, height } = row;
  if (groundScale) {
    const by = groundScale.byName || 'someone';
    return established(groundScale.feetPerPixel, 'measured', `as ${by} measured it here`);
  }
  if (placed) return established(placed.feetPerPixel, 'georeference', `by its place on the earth, ${placed.stateText}`);
  if (bar !== undefined) return established(bar, 'scale_bar', 'by the scale bar on the sheet');
  const feet = mapScale ? feetPerInch(mapScale) : null;
  if (!mapScale || feet === null) return unknown('No scale is known for this sheet.');
  if (!(dpi > 0 && width > 0 && height > 0))
    return unknown(`The sheet says ${mapScale}, but the size of its paper is unknown.`);
  const others = agreed(row, sheets);
  if (others !== undefined)
    return established(others, 'volume', 'as measured on other sheets of this document that agree');
  const [short = 0, long = 0] = [width / dpi, height / dpi].sort((a, b) => a - b);
  const size = `${inches(short)} × ${inches(long)} inches`;
  const unusual = unusualPaper({ short, long }, kindOf(row), mapScale, (row.pictureShare ?? 1) < DRAWN);
  if (unusual !== undefined)
    return unknown(`The sheet says ${mapScale}. By the file, its paper measures ${size}, ${unusual}.`);
  return established(feet / dpi, 'paper', `by its scale, ${mapScale}, on paper of ${size}`);
}

const inches = (length: number): string => (length >= 100 ? length.toFixed(0) : String(Number(length.toFixed(1))));

/** By at least two other sheets of this lettered scale that agree with each other. */
function agreed(row: ScaledRow, sheets: readonly ScaledRow[]): number | undefined {
  const found = sheets
    .filter(({ _id, mapScale, dpi }) => _id !== row._id && mapScale === row.mapScale && dpi > 0)
    .flatMap((sheet) => {
      const measure = ownMeasure(sheet);
      return measure === undefined ? [] : [measure * sheet.dpi];
    })
    .sort((a, b) => a - b);
  const [least, most] = [found[0], found.at(-1)];
  if (found.length < 2 || least === undefined || most === undefined || most / least - 1 > AGREEMENT) return undefined;
  return found.reduce((sum, each) => sum + each, 0) / found.length / row.dpi;
}
