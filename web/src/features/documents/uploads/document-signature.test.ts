import { startsLikeDocument } from './document-signature.js';

describe('the signature of a document (OP-16)', () => {
  it.each([
    ['at the beginning', ['%PDF-1.7'], true],
    ['behind what a mail or a scanner put before it', ['x'.repeat(1_019), '%PDF-1.7'], true],
    ['too far behind', ['x'.repeat(1_024), '%PDF-1.7'], false],
    ['of a TIFF', ['II*\0'], true],
    ['of a PNG', [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], true],
    ['of a JPEG', [new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], true],
    ['of a JPEG 2000', [new Uint8Array([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 13, 10, 0x87, 10])], true],
    ['of a ZIP', ['PK\x03\x04'], true],
    ['of a GIF', ['GIF89a'], false],
    ['missing', ['Dear Sir or Madam'], false],
    ['missing in an empty file', [], false],
  ])('%s', async (_, parts, expected) => {
    expect(await startsLikeDocument(new File(parts, 'scan'))).toBe(expected);
  });
});
