import { createRequire } from 'node:module';
import path from 'node:path';
import { createWorker, type PSM, type Word } from 'tesseract.js';
import { LANGUAGE, NEURAL_NETWORK, LINES, type OcrEngine } from './engine.js';
import type { SeenWord } from '../words.js';

/** Package's integer models, made for WASM. */
const MODELS = '4.0.0_best_int';

/** Fallback engine: tesseract as WASM with its English model from npm, without downloads. */
export async function startTesseractJs(): Promise<OcrEngine> {
  const require = createRequire(import.meta.url);
  const data = path.dirname(require.resolve(`@tesseract.js-data/${LANGUAGE}/package.json`));
  const worker = await createWorker(LANGUAGE, NEURAL_NETWORK, {
    langPath: path.join(data, MODELS),
    gzip: true,
    cacheMethod: 'none',
    // the call is rejected too; throwing here would end the process
    errorHandler: () => undefined,
  });
  // skip white on black: a third of the time, and no sheet has it
  await worker.setParameters({ tessedit_pageseg_mode: LINES as PSM, tessedit_do_invert: '0' });
  return {
    name: 'tesseract.js',
    async recognize(png) {
      const { data } = await worker.recognize(png, {}, { blocks: true, text: false });
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
      return lines.flatMap(({ words }, line) => words.map((word) => toSeen(word, line)));
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** tesseract reports percentages. */
function toSeen({ text, confidence, bbox: { x0, y0, x1, y1 } }: Word, line: number): SeenWord {
  return { text: text.trim(), x: x0, y: y0, width: x1 - x0, height: y1 - y0, confidence: confidence / 100, line };
}
