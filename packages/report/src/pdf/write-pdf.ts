import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Content, isPicture, listedFigures } from '../content/model.js';
import { embedPictures, readPictures } from './embed-pictures.js';
import { runTypst } from './run-typst.js';
import { TEMPLATE } from './template.js';
import { volumesOf } from './volumes.js';

export interface PdfInput {
  content: Content;
  /** With `evidence.json` and the pictures; the PDFs are written there. */
  folder: string;
  /** Canonical JSON of the manifest's contents, attached beside the evidence. */
  contents: string;
  signal?: AbortSignal | undefined;
  onVolume: (done: number, total: number) => void;
}

const ATTACHED = [
  { path: '/evidence.json', relationship: 'source', description: 'Evidence of this report' },
  {
    path: '/contents.json',
    relationship: 'data',
    description: 'Hashes of the evidence, figures, photographs and sources',
  },
];

/** PDF/A-3a, one file or several volumes. @returns names of the files */
export async function writePdf({ content, folder, contents, signal, onVolume }: PdfInput): Promise<string[]> {
  const volumes = volumesOf(content);
  const locked = new Date(content.locked_at);
  const names = volumes.map((_, at) => (at === 0 ? 'report.pdf' : `report-volume-${at + 1}.pdf`));
  const { locked_at: _, chapters: __, ...rest } = content;
  const write = async (at: number): Promise<void> => {
    const { name, chapters, figures } = volumes[at] ?? { name: undefined, chapters: [], figures: [] };
    const volume = {
      ...{ ...rest, chapters, figures, volume: name ?? null },
      listed: listedFigures(chapters).map(({ number, title }) => ({ number, title })),
      day: [locked.getUTCFullYear(), locked.getUTCMonth() + 1, locked.getUTCDate()],
      attached: at === 0 ? ATTACHED : [],
    };
    const pictures = await readPictures(
      folder,
      chapters.flatMap(({ blocks }) => blocks.filter(isPicture).map(({ file }) => file)),
    );
    const out = path.resolve(folder, names[at] ?? '');
    await runTypst(
      {
        ...{ folder: path.resolve(folder), template: TEMPLATE, timestamp: Math.floor(locked.getTime() / 1000) },
        files: { 'volume.json': JSON.stringify(volume), 'contents.json': contents },
        pictures: Object.fromEntries(pictures.map(({ file, placeholder }) => [file, placeholder.toString('base64')])),
        out,
      },
      signal,
    );
    await writeFile(out, embedPictures(await readFile(out), pictures));
  };
  // one after the other: each holds its pictures
  for (const at of volumes.keys()) {
    await write(at);
    onVolume(at + 1, volumes.length);
  }
  return names;
}
