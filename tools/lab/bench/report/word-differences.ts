/** What a Word file and the PDF of the same report do not have in common. */
import type { Evidence, Manifest } from '@symbio/report';
import { compact, type readPdf } from '@symbio/report/testing';
import type { WordFile } from './word-file.js';

type PdfFacts = Awaited<ReturnType<typeof readPdf>>;

/** Dots between a title and its page in the contents of the PDF, with a word joiner before the page. */
const LEADER = /^\.{4,}\u2060?\d+/;
const SHOWN_LETTERS = 80;

/** @param pdf the only volume of a report */
export function wordDifferences(word: WordFile, pdf: PdfFacts, manifest: Manifest, evidence: Evidence): string[] {
  const { site_plan: plan, figures, photographs } = manifest;
  const printed = [...(plan ? [plan] : []), ...figures, ...photographs];
  const addresses = new Set(pdf.pages.flatMap(({ links }) => links));
  return [
    ...printed
      .filter(({ sha256 }) => !word.pictures.has(sha256))
      .map(({ file }) => `The Word file does not show ${file}.`),
    ...[...addresses].filter((one) => !word.links.has(one)).map((one) => `The Word file lacks the link ${one}.`),
    ...[...word.links].filter((one) => !addresses.has(one)).map((one) => `The PDF lacks the link ${one}.`),
    ...textDifferences(word, bodyOf(pdf, manifest, evidence)),
  ];
}

/** Letters of the pages without header and footer. */
function bodyOf({ pages }: PdfFacts, { version }: Manifest, { project }: Evidence): string {
  const header = compact(`${project.number}${project.address}, ${project.city}, ${project.state} ${project.zip}`);
  const footer = compact(`Version ${version.number}, locked `);
  return pages
    .map(({ text }) => text.slice(text.startsWith(header) ? header.length : 0, text.lastIndexOf(footer)))
    .join('');
}

/** More letters are no layout. */
const LAYOUT_LETTERS = 400;

/**
 * Letters that one of both lacks, by place. The paragraphs must follow each other in the PDF, with nothing between them
 * but pages of the contents and repeated heads of tables.
 */
export function textDifferences(
  { paragraphs, headRows }: Pick<WordFile, 'paragraphs' | 'headRows'>,
  printed: string,
): string[] {
  const differences: string[] = [];
  let [pdf, at] = [printed, 0];
  for (const paragraph of paragraphs) {
    pdf = joined(pdf, at, paragraph, headRows);
    const found = placeOf(paragraph);
    if (found < 0) {
      differences.push(`Only the Word file has: ${shown(paragraph)}`);
      continue;
    }
    checkLayout(pdf.slice(at, found));
    at = found + paragraph.length;
  }
  checkLayout(pdf.slice(at));
  return differences;

  /** The first place after nothing but layout, else the first at all. */
  function placeOf(paragraph: string): number {
    const first = pdf.indexOf(paragraph, at);
    for (let place = first; place >= 0 && place - at <= LAYOUT_LETTERS; place = pdf.indexOf(paragraph, place + 1))
      if (isLayout(pdf.slice(at, place))) return place;
    return first;
  }

  function isLayout(letters: string): boolean {
    return letters === '' || headRows.includes(letters) || LEADER.exec(letters)?.[0] === letters;
  }

  function checkLayout(letters: string): void {
    if (!isLayout(letters)) differences.push(`Only the PDF has: ${shown(letters)}`);
  }
}

/** The PDF without the heads of tables within a paragraph at a place, which continues on another page. */
function joined(pdf: string, at: number, paragraph: string, headRows: readonly string[]): string {
  let length = 0;
  while (length < paragraph.length && pdf[at + length] === paragraph[length]) length += 1;
  const head = headRows.find((one) => pdf.startsWith(one, at + length));
  if (length === 0 || length === paragraph.length || head === undefined) return pdf;
  const rest = pdf.slice(at + length + head.length);
  return joined(`${pdf.slice(0, at + length)}${rest}`, at, paragraph, headRows);
}

const shown = (letters: string): string =>
  letters.length <= SHOWN_LETTERS ? letters : `${letters.slice(0, SHOWN_LETTERS)}… (${letters.length} letters)`;
