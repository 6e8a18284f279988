/** Word files as LibreOffice opens them. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compact, unescapeXml } from '@symbio/report/testing';
import { strFromU8, unzipSync } from 'fflate';
import { onPath } from '../../../dev/paths.js';
import { MissingProgram } from './missing-program.js';

const GIVE_UP_MS = 300_000;

export interface WordFile {
  /** Letters of each paragraph, in order, also of those in tables; without header and footer. */
  paragraphs: string[];
  /** Letters of the head rows, which are repeated on each page of a table. */
  headRows: string[];
  /** Hashes of the pictures' bytes. */
  pictures: Set<string>;
  /** Addresses outside of the file. */
  links: Set<string>;
}

/** @throws MissingProgram */
export function findLibreOffice(): string {
  const found = onPath('soffice') ?? onPath('libreoffice');
  if (found === undefined) throw new MissingProgram('no LibreOffice (soffice)');
  return found;
}

/**
 * Opens a DOCX in LibreOffice, which saves it in its own format.
 *
 * @param folder for the profile and the copy; may exist
 * @returns undefined if LibreOffice cannot open it
 */
export async function openWord(office: string, docx: string, folder: string): Promise<WordFile | undefined> {
  const profile = pathToFileURL(path.join(folder, 'profile')).href;
  const args = ['--headless', '--convert-to', 'odt', '--outdir', folder, docx];
  await runWithin(GIVE_UP_MS, office, [`-env:UserInstallation=${profile}`, ...args]);
  // the exit code is 0 in any case
  const copy = path.join(folder, `${path.basename(docx, '.docx')}.odt`);
  return existsSync(copy) ? readOdt(await readFile(copy)) : undefined;
}

/** LibreOffice's launcher starts another process: a group of their own is ended with both. */
const runWithin = (milliseconds: number, program: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const clock = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), milliseconds);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(clock);
      resolve();
    });
  });

const PARAGRAPH = /<text:[ph](?:\s[^>]*[^/])?>(.*?)<\/text:[ph]>/gs;
const HEAD_ROWS = /<table:table-header-rows>(.*?)<\/table:table-header-rows>/gs;
const LINK = /<text:a\s[^>]*?xlink:href="([^"#][^"]*)"/g;
/** Descriptions of pictures, which are not printed. */
const ALTERNATIVE = /<svg:(title|desc)>.*?<\/svg:\1>/gs;

/** Of an OpenDocument text. */
export function readOdt(bytes: Uint8Array): WordFile {
  const files = unzipSync(bytes);
  const content = strFromU8(files['content.xml'] ?? new Uint8Array()).replace(ALTERNATIVE, '');
  const pictures = Object.entries(files).filter(([name]) => name.startsWith('Pictures/'));
  return {
    paragraphs: lettersOf(content, PARAGRAPH),
    headRows: lettersOf(content, HEAD_ROWS),
    pictures: new Set(pictures.map(([, file]) => createHash('sha256').update(file).digest('hex'))),
    links: new Set(firstGroups(content, LINK).map(unescapeXml)),
  };
}

const firstGroups = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, group]) => group ?? '');

const lettersOf = (content: string, pattern: RegExp): string[] =>
  firstGroups(content, pattern)
    .map((xml) => compact(unescapeXml(xml.replace(/<[^>]+>/g, ''))))
    .filter((letters) => letters !== '');
