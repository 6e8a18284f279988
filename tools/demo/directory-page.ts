/** Pages of old city directories, generated from a seed, with the entries on them. */
import {
  BUSINESS_NAMES,
  DIRECTORY_STREETS,
  DIRECTORY_TRADES,
  GIVEN_NAMES,
  OCCUPATIONS,
  SURNAMES,
  type DirectoryTrade,
} from './directory-lists.js';
import { degrees, PDFDocument, rgb, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import { linesOf } from './lines.js';
import { pick, randomFor, shuffled, wholeBetween, type Random } from './random.js';

export type DirectoryKind = 'classified' | 'alphabetical' | 'street';
export const DIRECTORY_KINDS: readonly DirectoryKind[] = ['classified', 'alphabetical', 'street'];

/** A word as printed, in points from the upper left corner of the page. */
export interface PrintedWord {
  text: string;
  x: number;
  /** Of the base line. */
  y: number;
  width: number;
  size: number;
  isBold: boolean;
}

/** A site that a page lists. */
export interface ListedSite {
  landUse: string;
  name: string;
  address: string;
}

export interface DirectoryPage {
  width: number;
  height: number;
  year: number;
  words: readonly PrintedWord[];
  /** Sites of concern, in the order in which they stand. */
  sites: readonly ListedSite[];
}

/** Widths of words in the two faces. */
interface Faces {
  regular: PDFFont;
  bold: PDFFont;
}

/** The faces that pages are set in. */
async function directoryFaces(document: PDFDocument): Promise<Faces> {
  const [regular, bold] = await Promise.all([
    document.embedFont(StandardFonts.TimesRoman),
    document.embedFont(StandardFonts.TimesRomanBold),
  ]);
  return { regular, bold };
}

/** Points; a volume of Polk's is nearly this large. */
const PAGE = { width: 504, height: 720, margin: 36, gutter: 12 };
const SIZE = 7.5;
const LEADING = 9;
const HANG = 8;
const COLUMNS: Readonly<Record<DirectoryKind, number>> = { classified: 3, alphabetical: 2, street: 3 };

/** One line of a list before it is set: a heading, or an entry that is broken into as many lines as it needs. */
interface Item {
  text: string;
  isHeading?: boolean;
  isCentred?: boolean;
  site?: ListedSite;
}

export interface DirectoryPageOptions {
  kind: DirectoryKind;
  seed: number;
  year: number;
}

/** Draws a page. */
function drawDirectoryPage({ kind, seed, year }: DirectoryPageOptions, faces: Faces): DirectoryPage {
  const random = randomFor('directory', kind, seed);
  const items = { classified, alphabetical, street }[kind](random);
  const words: PrintedWord[] = [];
  const sites: ListedSite[] = [];
  const put = (text: string, x: number, y: number, size: number, isBold: boolean): void => {
    const face = isBold ? faces.bold : faces.regular;
    for (const word of text.split(' ')) {
      const width = face.widthOfTextAtSize(word, size);
      words.push({ text: word, x, y, width, size, isBold });
      x += width + face.widthOfTextAtSize(' ', size);
    }
  };
  const centre = (text: string, left: number, width: number, y: number, size: number, isBold: boolean): void =>
    put(
      text,
      left + (width - (isBold ? faces.bold : faces.regular).widthOfTextAtSize(text, size)) / 2,
      y,
      size,
      isBold,
    );
  const head = {
    classified: 'CLASSIFIED BUSINESS DIRECTORY',
    alphabetical: 'CITY DIRECTORY',
    street: 'STREET DIRECTORY',
  };
  centre(`POLK'S MILLBROOK ${head[kind]} ${year}`, 0, PAGE.width, PAGE.margin, 10, true);
  put(String(20 + (seed % 300)), PAGE.width - PAGE.margin - 14, PAGE.margin, 8, false);

  const columns = COLUMNS[kind];
  const width = (PAGE.width - 2 * PAGE.margin - (columns - 1) * PAGE.gutter) / columns;
  let column = 0;
  let y = PAGE.margin + 24;
  for (const { text, isHeading = false, isCentred = false, site } of items) {
    const size = isHeading ? SIZE + 0.5 : SIZE;
    const lines = linesOf(text, isHeading ? faces.bold : faces.regular, size, width, isHeading ? 0 : HANG);
    if (y + (lines.length + (isHeading ? 2 : 0)) * LEADING > PAGE.height - PAGE.margin) {
      column++;
      y = PAGE.margin + 24;
    }
    if (column >= columns) break;
    const left = PAGE.margin + column * (width + PAGE.gutter);
    if (isHeading) y += LEADING * 0.4;
    for (const [index, line] of lines.entries()) {
      if (isCentred) centre(line, left, width, y, size, isHeading);
      else put(line, left + (index > 0 ? HANG : 0), y, size, isHeading);
      y += LEADING;
    }
    if (isHeading) y += LEADING * 0.15;
    if (site) sites.push(site);
  }
  return { width: PAGE.width, height: PAGE.height, year, words, sites };
}

const addressOf = (random: Random): string => `${wholeBetween(random, 2, 989)} ${pick(random, DIRECTORY_STREETS)}`;
const personOf = (random: Random): string => `${pick(random, SURNAMES)} ${pick(random, GIVEN_NAMES)}`;
function businessOf(random: Random, { names }: DirectoryTrade): string {
  const begins = random() < 0.3 ? `${pick(random, SURNAMES)}'s` : pick(random, BUSINESS_NAMES);
  return `${begins} ${pick(random, names)}`;
}

function classified(random: Random): Item[] {
  const isCapitals = random() < 0.6;
  return DIRECTORY_TRADES.filter(() => random() < 0.75).flatMap((trade) => {
    const text = isCapitals ? trade.heading.toUpperCase() : trade.heading;
    const entries = Array.from({ length: wholeBetween(random, 3, 9) }, (): Item => {
      const name = random() < 0.5 ? businessOf(random, trade) : personOf(random);
      const address = addressOf(random);
      const line = random() < 0.5 ? `${name}, ${address}` : `${name} ${address}`;
      const advert = random() < 0.1 ? ' (See Adv p 14)' : '';
      return { text: line + advert, ...siteOf(trade, name, address) };
    });
    return [{ text, isHeading: true, isCentred: isCapitals }, ...entries];
  });
}

const siteOf = ({ landUse }: DirectoryTrade, name: string, address: string): { site?: ListedSite } =>
  landUse ? { site: { landUse, name, address } } : {};

function alphabetical(random: Random): Item[] {
  const items: Item[] = [];
  for (let count = 0; count < 170; count++) {
    const kind = wholeBetween(random, 0, 99);
    const trade = pick(random, DIRECTORY_TRADES);
    if (kind < 62) items.push({ text: `${personOf(random)} ${homeOf(random)}` });
    else if (kind < 82) {
      const [name, address] = [businessOf(random, trade), addressOf(random)];
      const owner = random() < 0.5 ? ` (${pick(random, GIVEN_NAMES)} ${pick(random, SURNAMES)})` : '';
      items.push({ text: `${name}${owner} ${address}`, ...siteOf(trade, name, address) });
    } else {
      const [name, address] = [personOf(random), addressOf(random)];
      const text = `${name}, ${trade.trade}, ${address}, h ${addressOf(random)}`;
      items.push({ text, ...siteOf(trade, name, address) });
    }
  }
  // a dash for the surname above
  return items
    .sort((a, b) => a.text.localeCompare(b.text))
    .flatMap((item, index) =>
      index % 7 === 6 ? [item, { text: `— ${pick(random, GIVEN_NAMES)} ${homeOf(random)}` }] : [item],
    );
}

const homeOf = (random: Random): string =>
  `${pick(random, OCCUPATIONS)} ${pick(random, ['h', 'h', 'r', 'bds', 'h rear'])} ${addressOf(random)}`;

function street(random: Random): Item[] {
  const items: Item[] = [];
  for (const name of shuffled(random, DIRECTORY_STREETS).slice(0, 6)) {
    items.push({ text: `${name.toUpperCase()}${random() < 0.3 ? '—Contd' : ''}`, isHeading: true });
    let number = wholeBetween(random, 1, 300);
    for (let count = 0; count < wholeBetween(random, 18, 34); count++) {
      number += wholeBetween(random, 1, 9);
      const kind = wholeBetween(random, 0, 99);
      const trade = pick(random, DIRECTORY_TRADES);
      if (kind < 6) items.push({ text: `${pick(random, DIRECTORY_STREETS)} intersects`, isCentred: true });
      else if (kind < 12) items.push({ text: `${number} Vacant` });
      else if (kind < 64) items.push({ text: `${number} ${personOf(random)}${random() < 0.3 ? ' ©' : ''}` });
      else {
        const business = random() < 0.7 ? businessOf(random, trade) : `${personOf(random)} ${trade.trade}`;
        items.push({ text: `${number} ${business}`, ...siteOf(trade, business, `${number} ${name}`) });
      }
    }
  }
  return items;
}

/** A page without its drawing, for the places of its words. */
export const printDirectoryPage = async (options: DirectoryPageOptions): Promise<DirectoryPage> =>
  drawDirectoryPage(options, await directoryFaces(await PDFDocument.create()));

/** How worn a page is. */
export interface Wear {
  /** Degrees of skew. */
  askew: number;
  /** Specks of dirt on it. */
  specks: number;
}

/** Pages as a PDF with text of its own. @param wear as of an old volume on a scanner; none when left out */
export async function makeDirectoryPdf(
  title: string,
  pages: readonly DirectoryPageOptions[],
  wear: Wear = { askew: 0, specks: 0 },
): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const faces = await directoryFaces(document);
  for (const options of pages) {
    const { width, height, words } = drawDirectoryPage(options, faces);
    const page = document.addPage([width, height]);
    const random = randomFor('wear', title);
    const turn = (wear.askew * Math.PI) / 180;
    const ink = wear.specks > 0 ? rgb(0.24, 0.22, 0.2) : rgb(0, 0, 0);
    if (wear.specks > 0) page.drawRectangle({ x: 0, y: 0, width, height, color: rgb(0.93, 0.9, 0.83) });
    for (const { text, x, y, size, isBold } of words) {
      const [dx, dy] = [x - width / 2, height / 2 - y];
      page.drawText(text, {
        x: width / 2 + dx * Math.cos(turn) - dy * Math.sin(turn),
        y: height / 2 + dx * Math.sin(turn) + dy * Math.cos(turn),
        ...{ size, color: ink, rotate: degrees(wear.askew), font: isBold ? faces.bold : faces.regular },
      });
    }
    for (let speck = 0; speck < wear.specks; speck++)
      page.drawCircle({ x: random() * width, y: random() * height, size: 0.15 + random() * 0.5, color: ink });
  }
  return Buffer.from(await document.save());
}
