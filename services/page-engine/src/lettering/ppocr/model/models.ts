import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** PP-OCR files; the sha256 is the version (sources: tools/build/models/models.json). */
export const MODELS = {
  detector: {
    file: 'PP-OCRv6_det_tiny.onnx',
    sha256: '193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8',
  },
  quick: { file: 'PP-OCRv6_rec_tiny.onnx', sha256: '9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6' },
  characters: {
    file: 'ppocrv6_tiny_dict.txt',
    sha256: '2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc',
  },
  thorough: {
    file: 'PP-OCRv6_rec_small.onnx',
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
} as const;

export type ModelName = keyof typeof MODELS;

export type Models = Readonly<Record<ModelName, Buffer>>;

/** Why models are unavailable, as a sentence. */
export interface NoModels {
  missing: string;
}

/** The sentence names a missing, truncated or modified file. */
export async function readModels(folder: string): Promise<Models | NoModels> {
  const models: Partial<Record<ModelName, Buffer>> = {};
  for (const [name, { file, sha256 }] of Object.entries(MODELS)) {
    let bytes: Buffer;
    try {
      bytes = await readFile(path.join(folder, file));
    } catch {
      return { missing: `The model ${file} is not there: npm run models fetches it.` };
    }
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      return { missing: `The model ${file} is not what it should be and is not used: npm run models fetches it anew.` };
    models[name as ModelName] = bytes;
  }
  return models as Models;
}
