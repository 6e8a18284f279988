import { pdfOf } from '@symbio/fixtures/plain-pdf';

/** A PDF page of lines and words, in points of US letter. */
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
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}
