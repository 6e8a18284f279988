/** Points; US letter. */
const WIDTH = 612;
const HEIGHT = 792;

/** A minimal PDF page of lines and words, without a library. */
export function walkPdf(title: string): Buffer {
  const circle = (x: number, y: number, r: number): string => {
    const k = r * 0.5523; // a quarter of a circle as a Bézier curve
    const curve = (...numbers: number[]): string => `${numbers.map((n) => n.toFixed(1)).join(' ')} c`;
    return [
      `${x + r} ${y} m`,
      curve(x + r, y + k, x + k, y + r, x, y + r),
      curve(x - k, y + r, x - r, y + k, x - r, y),
      curve(x - r, y - k, x - k, y - r, x, y - r),
      curve(x + k, y - r, x + r, y - k, x + r, y),
      'S',
    ].join('\n');
  };
  const text = title.replace(/[^ -~]|[()\\]/g, ' ');
  const content = [
    `BT /F1 18 Tf 72 700 Td (${text}) Tj ET`,
    'BT /F1 11 Tf 72 670 Td (Two gas holders north of 21st Street, and a tannery.) Tj ET',
    '2 w',
    circle(220, 420, 80),
    circle(420, 420, 60),
    '72 120 468 140 re S',
  ].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj${body}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
