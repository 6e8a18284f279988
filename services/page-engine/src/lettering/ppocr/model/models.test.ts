import { createHash } from 'node:crypto';
import { makeScratch } from '../../../testing/scratch.js';
import { MODELS, readModels } from './models.js';

describe('models', () => {
  it('that are missing, truncated or altered are not used, and a sentence says which', async () => {
    const scratch = await makeScratch();
    try {
      const nothing = await readModels(scratch.dir);
      expect(nothing).toEqual({ missing: 'The model PP-OCRv6_det_tiny.onnx is not there: npm run models fetches it.' });
      await scratch.file(MODELS.detector.file, 'the beginning of a mod');
      const cut = await readModels(scratch.dir);
      expect(cut).toEqual({
        missing:
          'The model PP-OCRv6_det_tiny.onnx is not what it should be and is not used: npm run models fetches it anew.',
      });
    } finally {
      await scratch.remove();
    }
  });

  it('are verified by hashes', () => {
    const digits = createHash('sha256').digest('hex').length;
    for (const { sha256 } of Object.values(MODELS)) expect(sha256).toHaveLength(digits);
  });
});
