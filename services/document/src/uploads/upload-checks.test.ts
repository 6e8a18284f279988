import { AppError } from '@symbio/runtime';
import { checkFileName, checkHead, LARGEST_FILE_BYTES, MAX_FILE_BYTES, sniffType, titleOf } from './upload-checks.js';

const thrownBy = (run: () => unknown): AppError | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return undefined;
};

describe('the type of a file by its content (DOC-12, DOC-15, OP-16)', () => {
  it.each([
    ['application/pdf', Buffer.from('%PDF-1.7\n')],
    ['application/pdf', Buffer.concat([Buffer.alloc(1_000, 'x'), Buffer.from('%PDF-1.4')])],
    ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/tiff', Buffer.from('49492a0008000000', 'hex')],
    ['image/tiff', Buffer.from('4d4d002b00080000', 'hex')],
    ['image/jp2', Buffer.from('0000000c6a5020200d0a870a00000014', 'hex')],
    ['image/webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
    ['image/jxl', Buffer.from('0000000c4a584c200d0a870a', 'hex')],
    ['image/jxl', Buffer.from('ff0a7a0f', 'hex')],
    ['image/jxr', Buffer.from('4949bc0120000000', 'hex')],
    ['image/avif', Buffer.from('00000020667479706176696600000000', 'hex')],
    ['image/heic', Buffer.from('00000020667479706865696300000000', 'hex')],
    ['application/zip', Buffer.from('504b030414000600', 'hex')],
    ['text/html', Buffer.from('<!DOCTYPE html><html>')],
    ['text/plain', Buffer.from('Just a letter, “quoted”.\n')],
    ['application/octet-stream', Buffer.from([0, 1, 2, 3, 254])],
  ])('%s', (type, head) => {
    expect(sniffType(head)).toBe(type);
  });

  it('ignores a signature after the first 1024 bytes', () => {
    const head = Buffer.concat([Buffer.alloc(1_024, 'x'), Buffer.from('%PDF-1.4')]);
    expect(sniffType(head)).toBe('text/plain');
  });

  it('refuses files that cannot become documents with a sentence that names the type', () => {
    const error = thrownBy(() => checkHead(Buffer.from('GIF89a')));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: 'File type image/gif is not supported' });
  });

  it('refuses office documents, which are ZIPs', () => {
    const name = '[Content_Types].xml';
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(22), Buffer.from([name.length, 0, 0, 0])]);
    const error = thrownBy(() => checkHead(Buffer.concat([head, Buffer.from(name)])));
    expect(error?.message).toBe('File type application/zip is not supported');
  });

  it('refuses an empty file', () => {
    expect(thrownBy(() => checkHead(Buffer.alloc(0)))).toMatchObject({
      message: 'The file is empty. Choose another one.',
    });
  });

  it.each([
    ['pdf', Buffer.from('%PDF-1.7')],
    ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['tiff', Buffer.from('49492a0008000000', 'hex')],
    ['jp2', Buffer.from('ff4fff5100', 'hex')],
    ['zip', Buffer.concat([Buffer.from('504b030414000600', 'hex'), Buffer.alloc(30)])],
  ])('accepts a %s', (type, head) => {
    expect(checkHead(head)).toBe(type);
  });
});

it('accepts files under 200 MB (DOC-13, CONST-01)', () => {
  expect(MAX_FILE_BYTES).toBe(200 * 1024 * 1024);
  expect(LARGEST_FILE_BYTES).toBe(209_715_199);
});

describe('a file name', () => {
  it.each([
    ['map.pdf', 'map.pdf'],
    ['C:\\Users\\eve\\map.pdf', 'map.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['  Sanborn 1905.pdf ', 'Sanborn 1905.pdf'],
    ['a\u0000b\r\nc.pdf', 'a b c.pdf'],
    ['Tank A\vTank B\uFFFF.pdf', 'Tank A Tank B.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['Ma\u0308rz.pdf', 'M\u00e4rz.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(checkFileName(given)).toBe(expected);
  });

  it.each(['', '   ', '/', '..', '\u0000'])('%j is refused', (given) => {
    expect(thrownBy(() => checkFileName(given))).toMatchObject({ fields: { file_name: 'The file needs a name.' } });
  });

  it('longer than 255 bytes is refused', () => {
    expect(thrownBy(() => checkFileName(`${'ä'.repeat(130)}.pdf`))?.message).toBe(
      'The file name is longer than 255 bytes. Shorten it and upload the file again.',
    );
  });

  it.each([
    ['Sanborn 1905.pdf', 'Sanborn 1905'],
    ['Sanborn 1905.PDF', 'Sanborn 1905'],
    ['.pdf', '.pdf'],
    ['no ending', 'no ending'],
  ])('%s gives the title %s', (name, title) => {
    expect(titleOf(name)).toBe(title);
  });
});
