/** A delivered report in programs of others, where this machine has them. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Evidence, Manifest } from '@symbio/report';
import { readPdf } from '@symbio/report/testing';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { notMeasured, type Figure } from '../figures.js';
import { MissingProgram } from './missing-program.js';
import { findVeraPdf, violatedRules } from './vera-pdf.js';
import { wordDifferences } from './word-differences.js';
import { findLibreOffice, openWord } from './word-file.js';

interface DeliveredReport {
  /** Of the report. */
  delivered: string;
  manifest: Manifest;
  evidence: Evidence;
  /** For temporary files. */
  folder: string;
  log: (line: string) => void;
}

type Goal = Omit<Figure, 'values'>;

const PDF_GOALS: Goal[] = [
  { name: 'rules of PDF/A-3a that the PDF violates', unit: '', goal: { atMost: 0 } },
  { name: 'rules violated by a PDF that claims PDF/A-2a', unit: '', goal: { atLeast: 1 } },
];

/** Faults of a Word file: an entry of the ZIP file, a text of it, and the text in its place. */
const BROKEN: readonly (readonly [string, RegExp, string])[] = [
  ['_rels/.rels', /<Relationship [^>]*\/officeDocument"[^>]*\/>/, ''],
  ['word/_rels/document.xml.rels', /<Relationship [^>]*\/image"[^>]*\/>/, ''],
  ['word/_rels/document.xml.rels', /<Relationship [^>]*\/hyperlink"[^>]*\/>/, ''],
  ['word/document.xml', /Gashouse/, 'Glasshouse'],
];

const WORD_GOALS: Goal[] = [
  { name: 'differences of the Word file in LibreOffice', unit: '', goal: { atMost: 0 } },
  { name: 'broken Word files found', unit: '', goal: { atLeast: BROKEN.length } },
];

/** Faults of the report, and the number of faults, or files, that were found in damaged copies. */
interface Outcome {
  faults: string[];
  found: number;
}

export const outsideFigures = async (report: DeliveredReport): Promise<Figure[]> => [
  ...(await figuresOf(PDF_GOALS, () => checkPdf(report))),
  ...(await figuresOf(WORD_GOALS, () => checkWord(report))),
];

/** Without values where a program is missing. */
async function figuresOf(goals: Goal[], check: () => Promise<Outcome>): Promise<Figure[]> {
  try {
    const { faults, found } = await check();
    const notes = faults.length > 0 ? [{ note: faults.join('; ') }] : [];
    return goals.map((goal, at) => ({ ...goal, values: [[faults.length, found][at] ?? 0], ...notes[at] }));
  } catch (error) {
    if (error instanceof MissingProgram) return notMeasured(goals, `not checked: ${error.message}`);
    throw error;
  }
}

async function checkPdf({ delivered, folder, log }: DeliveredReport): Promise<Outcome> {
  const vera = await findVeraPdf(process.env, log);
  const pdf = path.join(delivered, 'report.pdf');
  const claim = Buffer.from('<pdfaid:part>3<');
  const bytes = await readFile(pdf);
  bytes.set(Buffer.from('<pdfaid:part>2<'), bytes.indexOf(claim));
  const other = path.join(folder, 'other-standard.pdf');
  await writeFile(other, bytes);
  return { faults: await violatedRules(vera, pdf), found: (await violatedRules(vera, other)).length };
}

async function checkWord({ delivered, folder, manifest, evidence }: DeliveredReport): Promise<Outcome> {
  const office = findLibreOffice();
  const pdf = await readPdf(await readFile(path.join(delivered, 'report.pdf')));
  const faultsOf = async (docx: string): Promise<string[]> => {
    const word = await openWord(office, docx, path.join(folder, 'libreoffice'));
    return word ? wordDifferences(word, pdf, manifest, evidence) : ['LibreOffice cannot open the Word file.'];
  };
  const docx = path.join(delivered, 'report.docx');
  const faults = await faultsOf(docx);
  const entries = unzipSync(await readFile(docx));
  let found = 0;
  for (const [at, [name, text, other]] of BROKEN.entries()) {
    const file = path.join(folder, `broken-${at}.docx`);
    await writeFile(file, zipSync({ ...entries, [name]: changed(entries[name], text, other) }));
    if ((await faultsOf(file)).length > 0) found += 1;
  }
  return { faults, found };
}

function changed(entry: Uint8Array | undefined, text: RegExp, other: string): Uint8Array {
  const before = strFromU8(entry ?? new Uint8Array());
  if (!text.test(before)) throw new Error(`the Word file has no ${text.source}`);
  return strToU8(before.replace(text, other));
}
