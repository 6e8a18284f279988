import { deflateSync } from 'node:zlib';
import { fill, PdfWriter, type PageOptions } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { hasInk } from './pdfium-visibility.js';
import { startPdfium, type Pdfium } from './pdfium.js';

const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';
const [WIDE, HIGH] = [400, 300];

let scratch: Scratch;
let pdfium: Pdfium;
beforeAll(async () => {
  [scratch, pdfium] = await Promise.all([makeScratch(), startPdfium()]);
});
afterAll(() => scratch.remove());

const line = (text: string, y: number, before = ''): string => `BT ${before} /F0 12 Tf 20 ${y} Td (${text}) Tj ET `;

function scanOf(pdf: PdfWriter): number {
  const pixels = Uint8Array.from({ length: WIDE * HIGH }, (_, at) => ((at >> 3) % 2 === 0 ? 255 : 0));
  return pdf.image(deflateSync(pixels), WIDE, HIGH, 'FlateDecode', '/DeviceGray');
}

async function textsOf(pdf: PdfWriter, catalog = '', pages = 1): Promise<string[]> {
  const document = pdfium.open(await scratch.file('page.pdf', pdf.save({ catalog })));
  try {
    return Array.from({ length: pages }, (_, index) => document.text(index, WIDE, HIGH).text);
  } finally {
    document.close();
  }
}

async function textOf(content: string, options: PageOptions = {}, images: (pdf: PdfWriter) => number[] = () => []) {
  const pdf = new PdfWriter();
  pdf.page(images(pdf), WIDE, HIGH, { content, resources: FONT, ...options });
  return (await textsOf(pdf))[0];
}

describe('words that nobody can see are no text', () => {
  it.each([
    ['outside of the crop box', line('CREOSOTE', 200), { extra: '/CropBox[0 0 400 100]' }],
    ['beside the page', 'BT /F0 12 Tf -90 200 Td (CREOSOTE) Tj ET ', {}],
    ['in the colour of paper', line('CREOSOTE', 200, '1 1 1 rg'), {}],
    ['in outlines of the colour of paper', line('CREOSOTE', 200, '1 1 1 RG 1 Tr'), {}],
    ['in the colour of paper with outlines', line('CREOSOTE', 200, '1 1 1 rg 1 1 1 RG 2 Tr'), {}],
    ['under a box drawn later', `${line('CREOSOTE', 200)} 1 1 1 rg 0 190 400 30 re f `, {}],
    [
      'under a filled box of a reviewer',
      line('CREOSOTE', 200),
      { extra: '/Annots[<</Type/Annot/Subtype/Square/Rect[0 190 400 220]/IC[0 0 0]/C[0 0 0]/F 4>>]' },
    ],
    ['clipped away', `q 0 0 50 50 re W n ${line('CREOSOTE', 200)} Q `, {}],
    ['without ink, over nothing', line('CREOSOTE', 200, '3 Tr'), {}],
  ])('%s', async (_what, hidden, options) => {
    expect(await textOf(`${hidden} 0 0 0 rg ${line('NAPHTHA', 50, '0 Tr')}`, options)).toBe('NAPHTHA');
  });

  it('under a picture drawn later', async () => {
    expect(await textOf(`${line('CREOSOTE', 200)} ${fill(WIDE, HIGH)}`, {}, (pdf) => [scanOf(pdf)])).toBe('');
  });

  it('but white words on a dark ground, and words on a picture, are seen', async () => {
    expect(await textOf(line('NAPHTHA', 200, '1 1 1 rg 0 0 0 RG 2 Tr'))).toBe('NAPHTHA');
    const frame = '/Annots[<</Type/Annot/Subtype/Square/Rect[0 190 400 220]/C[1 0 0]/F 4>>]';
    expect(await textOf(line('NAPHTHA', 200), { extra: frame })).toBe('NAPHTHA');
    const dark = `0 0 0 rg 0 190 400 30 re f 1 1 1 rg ${line('NAPHTHA', 200)}`;
    expect(await textOf(dark)).toBe('NAPHTHA');
    expect(await textOf(`${fill(WIDE, HIGH)} ${line('NAPHTHA', 200)}`, {}, (pdf) => [scanOf(pdf)])).toBe('NAPHTHA');
  });

  it('in a layer that is off, by marks, membership or form', async () => {
    const pdf = new PdfWriter();
    const [off, on] = [pdf.add('/Type/OCG/Name(old)'), pdf.add('/Type/OCG/Name(new)')];
    const all = pdf.add(`/Type/OCMD/OCGs[${off} 0 R ${on} 0 R]/P/AllOn`);
    const layers = `/Properties<</L0 ${off} 0 R/L1 ${on} 0 R/L2 ${all} 0 R>>`;
    const [hidden, shown] = [off, on].map((group) =>
      pdf.add(
        `/Type/XObject/Subtype/Form/BBox[0 0 400 300]/OC ${group} 0 R/Resources<<${FONT}>>`,
        Buffer.from(group === off ? line('PHOSGENE', 60) : line('GLYCERIN', 20)),
      ),
    ) as [number, number];
    const marked = ['ACETYLENE', 'BENZINE', 'CYANOGEN']
      .map((word, at) => `/OC /L${at} BDC ${line(word, 250 - 50 * at)} EMC `)
      .join('');
    pdf.page([hidden, shown], WIDE, HIGH, { content: `${marked} /Im0 Do /Im1 Do`, resources: `${FONT}${layers}` });
    const groups = `${off} 0 R ${on} 0 R`;
    expect(await textsOf(pdf, `/OCProperties<</OCGs[${groups}]/D<</OFF[${off} 0 R]>>>>`)).toEqual([
      'BENZINE\nGLYCERIN',
    ]);
  });
});

describe('annotations in a layer that is off are neither text nor drawn', () => {
  const annotations = (layer: string) => {
    const pdf = new PdfWriter();
    const [off, on] = [pdf.add('/Type/OCG/Name(old)'), pdf.add('/Type/OCG/Name(new)')];
    const look = pdf.add(
      `/Type/XObject/Subtype/Form/BBox[0 0 180 20]/Resources<<${FONT}>>`,
      Buffer.from('1 0 0 rg 0 0 180 5 re f 0 g BT /F0 12 Tf 2 7 Td (STAMPED) Tj ET'),
    );
    const oc = layer.replaceAll('OFF', `${off} 0 R`).replaceAll('ON', `${on} 0 R`);
    const all = [
      `/Subtype/Stamp/Rect[20 200 200 220]/AP<</N ${look} 0 R>>`,
      `/Subtype/Widget/FT/Tx/T(a)/Rect[20 150 200 170]/AP<</N ${look} 0 R>>`,
      '/Subtype/FreeText/Contents(TYPED)/DA(/Helv 12 Tf 0 g)/Rect[20 100 200 120]',
      '/Subtype/Square/C[1 0 0]/IC[1 0 0]/Rect[20 50 200 70]',
    ].map((entries) => `${pdf.add(`/Type/Annot/F 4${entries}${oc}`)} 0 R`);
    pdf.page([], WIDE, HIGH, { content: '', resources: FONT, extra: `/Annots[${all.join(' ')}]` });
    return pdf.save({ catalog: `/OCProperties<</OCGs[${off} 0 R ${on} 0 R]/D<</OFF[${off} 0 R]>>>>` });
  };

  it.each([
    ['hidden', '/OC OFF', true],
    ['hidden by a membership', '/OC<</Type/OCMD/OCGs[OFF ON]/P/AllOn>>', true],
    ['shown by a membership', '/OC<</Type/OCMD/OCGs[OFF ON]>>', false],
    ['hidden by an expression', '/OC<</Type/OCMD/OCGs ON/VE[/Not ON]>>', true],
    ['hidden by a nested expression', '/OC<</Type/OCMD/VE[/And ON[/Or OFF[/Not ON]]]>>', true],
    ['shown by an expression', '/OC<</Type/OCMD/OCGs OFF/VE[/Or OFF[/Not OFF]]>>', false],
    ['shown', '/OC ON', false],
    ['shown without a layer', '', false],
  ])('%s', async (_what, layer, isHidden) => {
    const document = pdfium.open(await scratch.file('annotations.pdf', annotations(layer)));
    const drawing = document.render(0, { ...document.outline(0), dpi: 72 }, 1e6);
    const { text } = document.text(0, WIDE, HIGH);
    document.close();
    expect(text.replaceAll('\n', ' ')).toBe(isHidden ? '' : 'STAMPED STAMPED TYPED');
    for (const y of [80, 130, 180, 230])
      expect(hasInk(drawing, { x: 20, y, width: 180, height: 20 }, drawing)).toBe(!isHidden);
  });
});

describe('an OCR layer', () => {
  it('is text over a picture or drawn letters, and marked', async () => {
    const pdf = new PdfWriter();
    pdf.page([scanOf(pdf)], WIDE, HIGH, {
      content: `${fill(WIDE, HIGH)} ${line('COAL', 200, '3 Tr')}`,
      resources: FONT,
    });
    pdf.page([], WIDE, HIGH, {
      content: `20 200 m 30 209 l 40 200 l 50 209 l S ${line('COAL', 200, '3 Tr')}`,
      resources: FONT,
    });
    const document = pdfium.open(await scratch.file('layer.pdf', pdf.save()));
    for (const page of [0, 1])
      expect(document.text(page, WIDE, HIGH).words).toEqual([expect.objectContaining({ text: 'COAL', hidden: true })]);
    expect(document.text(0, WIDE, HIGH).pictures).toEqual([{ x: 0, y: 0, width: WIDE, height: HIGH }]);
    document.close();
  });
});

/** A path of many points. */
function letterAt(x: number, y: number, at: number): string {
  const right = x + 5 + 2 * (at % 3);
  const [up, down] = [
    `${x} ${y + 12} ${right} ${y + 12} ${right} ${y + 6} c`,
    `${right} ${y} ${x} ${y} ${x} ${y + 6} c`,
  ];
  return `${x} ${y + 6} m ${up} ${down} ${up} ${down} h f `;
}

it('lettering that is drawn as outlines is a picture to be read, also within many forms', async () => {
  const outlines = [250, 200, 150, 100]
    .map((y) => Array.from({ length: 12 }, (_, at) => letterAt(100 + at * 12, y, at)).join(''))
    .join('');
  const pdf = new PdfWriter();
  let form = pdf.add('/Type/XObject/Subtype/Form/BBox[0 0 400 300]', Buffer.from(outlines));
  for (let depth = 0; depth < 8; depth++)
    form = pdf.add(
      `/Type/XObject/Subtype/Form/BBox[0 0 400 300]/Resources<</XObject<</Im0 ${form} 0 R>>>>`,
      Buffer.from('/Im0 Do'),
    );
  pdf.page([], WIDE, HIGH, { content: `${outlines} ${line('Footer of the vendor', 20)}`, resources: FONT });
  pdf.page([form], WIDE, HIGH, { content: `/Im0 Do ${line('Footer of the vendor', 20)}`, resources: FONT });
  const document = pdfium.open(await scratch.file('outlines.pdf', pdf.save()));
  for (const page of [0, 1]) {
    const [area, ...others] = document.text(page, WIDE, HIGH).pictures;
    expect(others).toEqual([]);
    expect(area).toMatchObject({ x: 100, height: expect.closeTo(160, -1) as number });
  }
  document.close();
});

it('a word that is drawn as outlines is to be read, but not at the same place of every page', async () => {
  const pdf = new PdfWriter();
  const word = (y: number): string => Array.from({ length: 9 }, (_, at) => letterAt(100 + at * 12, y, at)).join('');
  for (let page = 0; page < 5; page++)
    pdf.page([], WIDE, HIGH, { content: `${word(250)} ${line('Report', 20)}`, resources: FONT });
  pdf.page([], WIDE, HIGH, { content: `${word(100)} ${line('Report', 20)}`, resources: FONT });
  const document = pdfium.open(await scratch.file('logo.pdf', pdf.save()));
  const texts = Array.from({ length: 6 }, (_, page) => document.text(page, WIDE, HIGH));
  document.close();
  expect(texts.map(({ lettering }) => lettering !== undefined)).toEqual([true, true, true, false, false, true]);
  expect(texts.flatMap(({ pictures }) => pictures)).toEqual([]);
});

it('a pattern that shows a picture is a picture, but an area of its colour is none', async () => {
  const pdf = new PdfWriter();
  const scan = scanOf(pdf);
  const pattern = pdf.add(
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 400 300]/XStep 400/YStep 300/Resources<</XObject<</Im0 ${scan} 0 R>>>>`,
    Buffer.from(fill(WIDE, HIGH)),
  );
  const words = `0 g ${line('Footer', 20)}`;
  const resources = `${FONT}/Pattern<</P0 ${pattern} 0 R>>`;
  pdf.page([], WIDE, HIGH, { content: `/Pattern cs /P0 scn 0 0 400 300 re f ${words}`, resources });
  pdf.page([], WIDE, HIGH, { content: `0.75 g 0 0 400 300 re f ${words}`, resources });
  const document = pdfium.open(await scratch.file('pattern.pdf', pdf.save()));
  expect(document.text(0, WIDE, HIGH).pictures).toEqual([{ x: 0, y: 0, width: WIDE, height: HIGH }]);
  expect(document.text(1, WIDE, HIGH).pictures).toEqual([]);
  document.close();
});

describe('what is filled in and typed is text', () => {
  const FIELDS = [
    { entries: '/FT/Tx/T(owner)/V(Quackenbush Petroleum)/Rect[150 192 380 212]/F 4', text: 'Quackenbush Petroleum' },
    { entries: '/FT/Ch/Ff 131072/T(kind)/Opt[(Steel)(Fibreglass)]/V(Fibreglass)/Rect[150 142 380 162]/F 4' },
    { entries: '/FT/Tx/T(secret)/V(Hidden)/Rect[150 92 380 112]/F 2' },
  ];

  function formOf(catalog: string, appearance: boolean): Buffer {
    const pdf = new PdfWriter();
    const font = pdf.add('/Type/Font/Subtype/Type1/BaseFont/Helvetica');
    const fonts = `/DR<</Font<</Helv ${font} 0 R>>>>/DA(/Helv 10 Tf 0 g)`;
    const fields = FIELDS.map(({ entries, text = 'Fibreglass' }) => {
      const look = appearance
        ? `/AP<</N ${pdf.add(
            `/Type/XObject/Subtype/Form/BBox[0 0 230 20]/Resources<</Font<</Helv ${font} 0 R>>>>`,
            Buffer.from(`BT /Helv 10 Tf 2 5 Td (${text}) Tj ET`),
          )} 0 R>>`
        : '';
      return pdf.add(`/Type/Annot/Subtype/Widget/DA(/Helv 10 Tf 0 g)${entries}${look}`);
    });
    const note = pdf.add(
      '/Type/Annot/Subtype/FreeText/Contents(Xylene in MW-7)/DA(/Helv 10 Tf 0 g)/Rect[20 20 200 40]/F 4',
    );
    const all = [...fields, note].map((ref) => `${ref} 0 R`).join(' ');
    const content = `${line('Owner:', 200)}${line('Kind:', 150)}${line('End of the form', 60)}`;
    pdf.page([], WIDE, HIGH, { content, resources: FONT, extra: `/Annots[${all}]` });
    return pdf.save({ catalog: `/AcroForm<</Fields[${all}]${fonts}${catalog}>>` });
  }

  it.each([
    ['with appearances', '', true],
    ['without appearances', '', false],
    ['that needs appearances', '/NeedAppearances true', false],
  ])('in a form %s, and is drawn', async (_what, catalog, appearance) => {
    const document = pdfium.open(await scratch.file('form.pdf', formOf(catalog, appearance)));
    const { data, width, height } = document.render(0, { ...document.outline(0), dpi: 72 }, 1e6);
    const { text, words } = document.text(0, width, height);
    document.close();
    for (const filled of ['Quackenbush Petroleum', 'Fibreglass', 'Xylene in MW-7']) expect(text).toContain(filled);
    expect(text).not.toContain('Hidden');
    for (const word of words) expect(hasInk({ data, width, height }, word, { width, height })).toBe(true);
    const secret = { x: 150, y: height - 112, width: 230, height: 20 };
    expect(hasInk({ data, width, height }, secret, { width, height })).toBe(false);
  });

  it.each([
    ['without resources', '/DA(/Helv 12 Tf 0 g)'],
    ['without a font', ''],
  ])('in a note beside a form %s', async (_what, look) => {
    const pdf = new PdfWriter();
    const note = pdf.add(`/Type/Annot/Subtype/FreeText/Contents(Xylene)${look}/Rect[20 20 200 40]/F 4`);
    pdf.page([], WIDE, HIGH, { content: line('Report', 200), resources: FONT, extra: `/Annots[${note} 0 R]` });
    expect(await textsOf(pdf, '/AcroForm<</Fields[]>>')).toEqual(['Report\nXylene']);
  });

  it('if it is seen, also beside thousands of links', async () => {
    const pdf = new PdfWriter();
    const notes = [
      ['PRINTED', 4],
      ['UNKNOWN', 5],
      ['HIDDEN', 6],
      ['UNSEEN', 36],
    ].map(([text, flags], at) =>
      pdf.add(
        `/Type/Annot/Subtype/FreeText/Contents(${text})/DA(/Helv 10 Tf 0 g)/Rect[20 ${30 + at * 50} 200 ${50 + at * 50}]/F ${flags}`,
      ),
    );
    const links = '<</Type/Annot/Subtype/Link/Rect[1 1 2 2]>>'.repeat(2_500);
    pdf.page([], WIDE, HIGH, {
      content: line('Report', 250),
      resources: FONT,
      extra: `/Annots[${notes.map((ref) => `${ref} 0 R`).join(' ')}${links}]`,
    });
    const [text] = await textsOf(pdf);
    expect(text?.split('\n').sort()).toEqual(['PRINTED', 'Report', 'UNKNOWN']);
  });

  it('with its place, and the page draws the same afterwards', async () => {
    const pdf = new PdfWriter();
    const note = pdf.add('/Type/Annot/Subtype/FreeText/Contents(Xylene)/DA(/Helv 12 Tf 0 g)/Rect[100 100 300 130]/F 4');
    pdf.page([], WIDE, HIGH, { content: line('Report', 250), resources: FONT, extra: `/Annots[${note} 0 R]` });
    const document = pdfium.open(await scratch.file('note.pdf', pdf.save()));
    const outline = { ...document.outline(0), dpi: 72 };
    const before = document.render(0, outline, 1e6).data;
    const [report, xylene] = document.text(0, WIDE, HIGH).words;
    expect(report).toMatchObject({ text: 'Report' });
    expect(xylene).toMatchObject({ text: 'Xylene', added: true });
    expect(xylene?.x).toBeGreaterThanOrEqual(100);
    expect(xylene?.y).toBeGreaterThanOrEqual(170);
    expect((xylene?.y ?? 0) + (xylene?.height ?? 0)).toBeLessThanOrEqual(200);
    expect(document.render(0, outline, 1e6).data.equals(before)).toBe(true);
    document.close();
  });
});
