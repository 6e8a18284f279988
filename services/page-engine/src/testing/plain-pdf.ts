/** A PDF of these objects, the first being the catalog; `info` are property entries. */
export function pdfOf(objects: readonly (string | Buffer)[], info = ''): Buffer {
  const parts: Buffer[] = [];
  let position = 0;
  const write = (data: string | Buffer): void => {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    parts.push(bytes);
    position += bytes.length;
  };
  write('%PDF-1.7\n');
  const all = [...objects, `<<${info}>>`];
  const offsets = all.map((object, index) => {
    const offset = position;
    write(`${index + 1} 0 obj\n`);
    write(object);
    write('\nendobj\n');
    return offset;
  });
  const table = position;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = all.length + 1;
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<</Size ${size}/Root 1 0 R/Info ${all.length} 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** Three empty pages: objects 3 to 5 after catalog and page tree. */
export const PAGES = [
  '<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>',
  ...[0, 1, 2].map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'),
];
