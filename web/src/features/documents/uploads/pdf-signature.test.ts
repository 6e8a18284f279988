import { hasPdfSignature } from './pdf-signature.js';

describe('the mark of a PDF (OP-16)', () => {
  it.each([
    ['at the beginning', ['%PDF-1.7'], true],
    ['behind what a mail or a scanner put before it', ['x'.repeat(1_019), '%PDF-1.7'], true],
    ['too far behind', ['x'.repeat(1_024), '%PDF-1.7'], false],
    ['missing', ['Dear Sir or Madam'], false],
    ['missing in an empty file', [], false],
  ])('%s', async (_, parts, expected) => {
    expect(await hasPdfSignature(new File(parts, 'scan'))).toBe(expected);
  });
});
