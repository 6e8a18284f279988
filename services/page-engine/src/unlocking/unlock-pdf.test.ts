import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '../pdf/pdf-lib.js';
import { startPdfium } from '../pdf/pdfium.js';
import { UnlockFailure, unlockPdf } from './index.js';

const PASSWORD = 'Plüm 7 orchard';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-unlock-test-'));
  file = path.join(folder, 'protected.pdf');
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('WARRANTY DEED', { x: 20, y: 100 });
  document.addPage([300, 200]);
  document.encrypt({ ownerPassword: 'owner', userPassword: PASSWORD });
  await writeFile(file, await document.save({ useObjectStreams: false }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('makes a copy of a protected PDF that needs no password', async () => {
  const to = path.join(folder, 'copy.pdf');
  await unlockPdf({ file, to, password: PASSWORD });
  const copy = (await startPdfium({ names: false })).open(to);
  expect(copy.pageCount).toBe(2);
  expect((await readFile(to)).includes('/Encrypt')).toBe(false);
});

it('refuses a wrong password, and a file that is no PDF, with a sentence', async () => {
  const wrong = unlockPdf({ file, to: path.join(folder, 'wrong.pdf'), password: 'plum' });
  await expect(wrong).rejects.toThrow(UnlockFailure);
  await expect(wrong).rejects.toMatchObject({
    reason: 'wrong_password',
    message: 'This is not the password of the file. Check the spelling and try again.',
  });
  const broken = path.join(folder, 'broken.pdf');
  await writeFile(broken, '%PDF-1.7\nnothing of a file\n');
  await expect(unlockPdf({ file: broken, to: path.join(folder, 'b.pdf'), password: PASSWORD })).rejects.toMatchObject({
    reason: 'damaged_file',
  });
});
