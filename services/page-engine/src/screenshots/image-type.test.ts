import { imageTypeOf } from './image-type.js';

describe('the picture type is detected by content (ISSUE-34)', () => {
  it.each([
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'image/png'],
    ['JPEG', Buffer.from('ffd8ffe000104a4649460001', 'hex'), 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00', 'latin1'), 'image/gif'],
    ['WebP', Buffer.from('RIFF\x24\x00\x00\x00WEBP', 'latin1'), 'image/webp'],
  ])('%s', (_name, head, mimeType) => {
    expect(imageTypeOf(head)?.mimeType).toBe(mimeType);
  });

  it.each([
    ['a PDF', '%PDF-1.7\n%abc'],
    ['an SVG, which could hold script', '<svg xmlns="h'],
    ['another RIFF file', 'RIFF\x24\x00\x00\x00WAVE'],
    ['the beginning of a PNG', '\x89PNG'],
    ['nothing', ''],
  ])('not %s', (_name, text) => {
    expect(imageTypeOf(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
