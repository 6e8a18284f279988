/** Small PDFs with excessive demands, all generated here. `hostile-files.test.ts` covers further ones. */
import { deflateSync } from 'node:zlib';
import { PAGES, pdfOf } from '@symbio/fixtures/plain-pdf';

/** File that asks for more than anybody has. */
export interface Bomb {
  /** What of a PDF it is made of. */
  of: 'objects' | 'streams' | 'fonts' | 'images' | 'names' | 'pages' | 'forms' | 'annotations' | 'locks';
  name: string;
  make: () => Buffer;
}

type Bombs = Readonly<Record<string, () => Buffer>>;

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const stream = (dictionary: string, data: Buffer | string): Buffer => {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const SMALL = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>';

/** Letter-size page with these entries and contents, which is object 4; more objects follow. */
const pageWith = (entries: string, contents: Buffer, behind: readonly (string | Buffer)[] = []): Buffer =>
  pdfOf([
    CATALOG,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${entries}>>`,
    contents,
    ...behind,
  ]);

/** Letter-size page with these resources and content; more objects follow from number 5. */
const onePage = (resources: string, content: string, behind: readonly (string | Buffer)[] = [], page = ''): Buffer =>
  pageWith(`/Resources<<${resources}>>${page}`, stream('', content), behind);

/** Three empty pages, and a catalog that says more. */
const catalogOf = (entries: string, behind: readonly (string | Buffer)[] = []): Buffer =>
  pdfOf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, ...PAGES, ...behind]);

/** Page whose content is behind these filters. */
const filtered = (filters: string, data: Buffer | string): Buffer => pageWith('', stream(`/Filter[${filters}]`, data));

const imagePage = (dictionary: string, data: Buffer, behind: readonly (string | Buffer)[] = []): Buffer =>
  onePage('/XObject<</Im0 5 0 R>>', 'q 612 0 0 792 0 0 cm /Im0 Do Q', [
    stream(`/Type/XObject/Subtype/Image${dictionary}`, data),
    ...behind,
  ]);

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** Zeroes packed so often. */
const packed = (bytes: number, rounds: number): Buffer =>
  Array.from({ length: rounds - 1 }).reduce<Buffer>((data) => deflateSync(data, { level: 9 }), zeros(bytes));

const FLATE = '/FlateDecode';
/** Header of a JPEG 2000 codestream with these dimensions, and no data. */
function jpeg2000(width: number, height: number, components = 3): Buffer {
  const siz = Buffer.alloc(40 + 3 * components);
  siz.writeUInt16BE(0xff51, 0);
  siz.writeUInt16BE(38 + 3 * components, 2);
  for (const [index, value] of [width, height, 0, 0, 1, 1, 0, 0].entries()) siz.writeUInt32BE(value, 6 + index * 4);
  siz.writeUInt16BE(components, 38);
  for (let index = 0; index < components; index++) siz.set([7, 1, 1], 40 + index * 3);
  return Buffer.concat([Buffer.from('ff4f', 'hex'), siz, Buffer.from('ff52000c00000001000504040000', 'hex')]);
}

/** A JPEG of one grey block whose header claims these dimensions. */
function jpeg(width: number, height: number, scans = 1): Buffer {
  const size = Buffer.from([height >> 8, height & 255, width >> 8, width & 255]);
  const tables = Buffer.concat([
    Buffer.from('ffd8ffdb004300', 'hex'),
    Buffer.alloc(64, 1),
    Buffer.from('ffc2000b08', 'hex'),
    size,
    Buffer.from('01011100ffc4001500010000000000000000000000000000000000', 'hex'),
    Buffer.from('00', 'hex'),
  ]);
  const scan = Buffer.from('ffda0008010100000000' + '7f'.repeat(2), 'hex');
  return Buffer.concat([tables, ...Array<Buffer>(scans).fill(scan), Buffer.from('ffd9', 'hex')]);
}

/** A JBIG2 stream with a page of this size and a larger region. */
function jbig2(width: number, height: number): Buffer {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  const region = Buffer.alloc(26);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  const segment = (number: number, kind: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(11);
    head.writeUInt32BE(number, 0);
    head.writeUInt8(kind, 4);
    head.writeUInt8(1, 6);
    head.writeUInt32BE(data.length, 7);
    return Buffer.concat([head, data]);
  };
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

const shading = (...objects: (string | Buffer)[]): Buffer => onePage('/Shading<</S 5 0 R>>', '/S sh', objects);

const FONT = '/Font<</F1 5 0 R>>';
const TEXT = 'BT /F1 12 Tf 72 700 Td (AAAA) Tj ET';
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 612 792]';

function pageTree(depth: number, width: number): Buffer {
  const levels = Array.from({ length: depth }, (_, level) => {
    const kids = times(width, () => `${level + 3} 0 R `);
    return `<</Type/Pages/Count ${Math.min(2e9, width ** (depth - level))}/Kids[${kids}]>>`;
  });
  return pdfOf([CATALOG, ...levels, SMALL]);
}

/** Encryption dictionary with an unknown password, or with nonsense. */
const locked = (entries: string): Buffer => {
  const file = catalogOf('').toString('latin1');
  const id = `/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]`;
  return Buffer.from(file.replace('trailer\n<<', `trailer\n<<${id}/Encrypt<<${entries}>>`), 'latin1');
};

const OBJECTS: Bombs = {
  'an array 100,000 levels deep': () => catalogOf(`/X ${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'a dictionary 100,000 levels deep': () => catalogOf(`/X ${'<</X'.repeat(100_000)} 0${'>>'.repeat(100_000)}`),
  'a dictionary of 1,000,000 names': () => catalogOf(`/X<<${times(1_000_000, (i) => `/N${i} 0`)}>>`),
  '1,000,000 objects': () => catalogOf('', Array<string>(1_000_000).fill('0')),
  'a table that announces 2,147,483,647 objects': () => sized('2147483647'),
  'a table that announces less than none': () => sized('-5'),
  'a table that comes after itself': () => before('startxref'),
  'a table in a stream, with fields of 9 million bytes': () =>
    tableStream('/W[9000000 9000000 9000000]/Size 100/Index[0 2147483647]'),
  'a table in a stream, of a milliard rows': () => tableStream('/W[1 4 2]/Size 1000000000/Index[0 1000000000]'),
  'objects in a stream that is in itself': () =>
    catalogOf('/X 6 0 R', [stream('/Type/ObjStm/N 1/First 4/Extends 6 0 R', '6 0 6 0 R')]),
  'a stream of 10 million objects': () =>
    catalogOf('/X 6 0 R', [stream('/Type/ObjStm/N 10000000/First 9', '7 0 8 1  null null')]),
  'a stream whose length is itself': () => catalogOf('/X 6 0 R', [`<</Length 6 0 R>>\nstream\nx\nendstream`]),
  'a reference that leads in a ring': () => catalogOf('/Lang 6 0 R', ['7 0 R', '8 0 R', '6 0 R']),
  'a text of 50 million letters': () => catalogOf(`/Lang(${'A'.repeat(50e6)})`),
};

function sized(size: string): Buffer {
  return Buffer.from(
    catalogOf('')
      .toString('latin1')
      .replace(/\/Size \d+/, `/Size ${size}`),
    'latin1',
  );
}

function before(word: string): Buffer {
  const file = catalogOf('').toString('latin1');
  const at = new RegExp(`${word}\\s+(\\d+)`).exec(file)?.[1] ?? '0';
  return Buffer.from(file.replace('/Root', `/Prev ${at}/XRefStm ${at}/Root`), 'latin1');
}

function tableStream(entries: string): Buffer {
  const body = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 0/Kids[]>>\nendobj\n`;
  const table = `3 0 obj\n<</Type/XRef${entries}/Root 1 0 R/Filter/FlateDecode/Length `;
  const data = zeros(1e6);
  return Buffer.concat([
    Buffer.from(`${body}${table}${data.length}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`),
  ]);
}

const STREAMS: Bombs = {
  'content that unpacks to 1 GB': () => filtered(FLATE, zeros(1e9)),
  'content packed three times, of 1 GB': () => filtered(FLATE.repeat(3), packed(1e9, 3)),
  'content behind 5,000 filters': () => filtered('/ASCIIHexDecode'.repeat(5_000), '>'),
  'content of run lengths, 40 MB': () => filtered(`${FLATE}/RunLengthDecode`, deflateSync(Buffer.alloc(640_000, 0x81))),
  'content in ASCII85 of nothing but z, 400 MB': () =>
    filtered(`${FLATE}/ASCII85Decode`, deflateSync(Buffer.alloc(1e8, 'z'))),
  'content in LZW that only clears its table': () => filtered('/LZWDecode', Buffer.alloc(5e6, 0x80)),
  'content with a predictor of 2 milliard columns': () =>
    pageWith(
      '',
      stream(
        `/Filter${FLATE}/DecodeParms<</Predictor 15/Colors 32/BitsPerComponent 16/Columns 2000000000>>`,
        zeros(1e6),
      ),
    ),
  '5 million saved states': () => onePage('', 'q '.repeat(5e6)),
  '10 million clippings': () => onePage('', '0 0 600 700 re W n '.repeat(1e6)),
  '2 million curves': () => onePage('', `0 0 m ${'1 1 600 700 3 3 c '.repeat(2e6)} S`),
  'a line of a million dashes': () => onePage('', '[0.0001 0.0001] 0 d 0.001 w 0 0 m 612 792 l S '.repeat(20)),
  'one content a million times': () =>
    onePage('', '', [stream('', '0 0 9 9 re f')], `/Contents[${'5 0 R '.repeat(1e6)}]`),
};

const type3 = (procedure: string, resources: string): (string | Buffer)[] => [
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</A 6 0 R>>` +
    `/Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths[1000]/Resources<<${resources}>>>>`,
  stream('', procedure),
];
const composite = (descendant: string, behind: readonly (string | Buffer)[] = [], encoding = '/Identity-H'): Buffer =>
  onePage(FONT, TEXT, [
    `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding ${encoding}/ToUnicode 7 0 R/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${descendant}>>`,
    ...behind,
  ]);

function trueType(tables: readonly [string, number][]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  for (const [index, [name, length]] of tables.entries()) {
    head.write(name, 12 + index * 16, 'latin1');
    head.writeUInt32BE(12, 20 + index * 16);
    head.writeUInt32BE(length, 24 + index * 16);
  }
  return Buffer.concat([head, Buffer.alloc(4_000, 0xff)]);
}

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const PLAIN_FONT = `/Font<</F1${HELVETICA}>>`;
const FONTS: Bombs = {
  'a letter that is written with itself': () => onePage(FONT, TEXT, type3('1000 0 d0 BT /F1 1 Tf (AAAA) Tj ET', FONT)),
  'letters written with letters, ten levels of ten': () => {
    const fonts = Array.from({ length: 10 }, (_, level) => [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</A ${6 + level * 2} 0 R>>` +
        `/Encoding<</Differences[65/A]>>/FirstChar 65/LastChar 65/Widths[1000]/Resources<</Font<</F1 ${7 + level * 2} 0 R>>>>>>`,
      stream('', `1000 0 d0 BT /F1 100 Tf (${'A'.repeat(10)}) Tj ET`),
    ]).flat();
    return onePage(FONT, TEXT, [...fonts, HELVETICA]);
  },
  'a letter that calls its own page': () =>
    onePage(`${FONT}/XObject<</X 7 0 R>>`, TEXT, [
      ...type3('1000 0 d0 /X Do', '/XObject<</X 7 0 R>>'),
      stream(`${FORM}/Resources<<${FONT}>>`, TEXT),
    ]),
  'widths of 2 milliard letters': () => composite('/W[0 2147483647 1000]/DW 1000', [stream('', '')]),
  'a list of widths of 2 million numbers': () => composite(`/W[0[${'1 '.repeat(2e6)}]]`, [stream('', '')]),
  'a map of letters with ranges of 4 milliard': () =>
    composite('', [
      stream('', `begincmap ${'1000 beginbfrange <00000000> <FFFFFFFF> <0000> endbfrange '.repeat(1_000)} endcmap`),
    ]),
  'a map of letters that uses itself': () =>
    composite(
      '',
      [
        stream('', ''),
        stream('/Type/CMap/CMapName/X/UseCMap 8 0 R', '/X usecmap 100 begincidrange <0000> <FFFF> 0 endcidrange'),
      ],
      '8 0 R',
    ),
  'a TrueType font of 65,535 lying tables': () => {
    const font = trueType(Array.from({ length: 4_000 }, (): [string, number] => ['glyf', 0xffffffff]));
    return composite('/FontDescriptor 8 0 R', [
      stream('', ''),
      '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 9 0 R>>',
      stream('', font),
    ]);
  },
  'a Type 1 font whose program never ends': () =>
    onePage(FONT, TEXT, [
      '<</Type/Font/Subtype/Type1/BaseFont/X/FontDescriptor 6 0 R/FirstChar 0/LastChar 2147483647/Widths[1]>>',
      '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile 7 0 R>>',
      stream(
        '/Length1 2147483647/Length2 -1/Length3 0',
        `%!PS-AdobeFont-1.0: X\n/Subrs 2147483647 array ${'dup 0 9 RD 123456789 NP '.repeat(20_000)}`,
      ),
    ]),
  'letters of 1,000,000 points': () => onePage(PLAIN_FONT, `BT /F1 1000000 Tf (${'A'.repeat(10_000)}) Tj ET`),
  'a text of 2 million letters on a page': () =>
    onePage(PLAIN_FONT, `BT /F1 1 Tf ${times(2_000, (i) => `1 0 0 1 0 ${i % 792} Tm (${'lot '.repeat(250)}) Tj `)} ET`),
};

const RGB = '/ColorSpace/DeviceRGB/BitsPerComponent 8';
const GREY = '/ColorSpace/DeviceGray/BitsPerComponent 8';
const BITS = '/ColorSpace/DeviceGray/BitsPerComponent 1';
const IMAGES: Bombs = {
  'pixels of 30,000 x 30,000 in a file of a megabyte': () =>
    imagePage(`/Width 30000/Height 30000${RGB}/Filter${FLATE}`, zeros(9e8)),
  'a picture of 2,147,483,647 x 1': () => imagePage(`/Width 2147483647/Height 1${RGB}/Filter${FLATE}`, zeros(1_000)),
  'a picture of -1 x -1': () => imagePage(`/Width -1/Height -1${RGB}/Filter${FLATE}`, zeros(1_000)),
  'JPEG 2000 of 60,000 x 60,000': () =>
    imagePage(`/Width 60000/Height 60000/Filter/JPXDecode`, jpeg2000(60_000, 60_000)),
  'JPEG 2000 that is small outside and 40,000 x 40,000 inside': () =>
    imagePage(`/Width 10/Height 10/Filter/JPXDecode`, jpeg2000(40_000, 40_000)),
  'JPEG 2000 of 16,384 components': () =>
    imagePage(`/Width 1000/Height 1000/Filter/JPXDecode`, jpeg2000(1_000, 1_000, 16_384)),
  'JBIG2 of 60,000 x 60,000': () =>
    imagePage(`/Width 60000/Height 60000${BITS}/Filter/JBIG2Decode`, jbig2(60_000, 60_000)),
  'JBIG2 that is small outside and 4 milliard pixels inside': () =>
    imagePage(`/Width 10/Height 10${BITS}/Filter/JBIG2Decode`, jbig2(65_535, 65_535)),
  'CCITT of 2 milliard columns': () =>
    imagePage(
      `/Width 2000/Height 2000${BITS}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2147483647/Rows 2147483647>>`,
      Buffer.alloc(10_000, 0x26),
    ),
  'CCITT of 65,000 x 65,000 in ten bytes': () =>
    imagePage(
      `/Width 65000/Height 65000${BITS}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 65000/Rows 65000>>`,
      Buffer.alloc(10, 0x26),
    ),
  'a JPEG that is small outside and 65,000 x 65,000 inside': () =>
    imagePage(`/Width 100/Height 100${GREY}/Filter/DCTDecode`, jpeg(65_000, 65_000)),
  'a JPEG of 100,000 scans': () =>
    imagePage(`/Width 5000/Height 5000${GREY}/Filter/DCTDecode`, jpeg(5_000, 5_000, 100_000)),
  'a picture that is its own mask': () =>
    imagePage(`/Width 100/Height 100${RGB}/Filter${FLATE}/SMask 5 0 R`, zeros(30_000)),
  'masks of masks, 1,000 of them, 4 megapixels each': () =>
    imagePage(
      `/Width 2000/Height 2000${RGB}/Filter${FLATE}/SMask 6 0 R`,
      zeros(12e6),
      Array.from({ length: 1_000 }, (_, i) =>
        stream(
          `/Type/XObject/Subtype/Image/Width 2000/Height 2000${GREY}/Filter${FLATE}/SMask ${7 + i} 0 R`,
          zeros(1_000),
        ),
      ),
    ),
  'colours made of colours, 10,000 levels': () =>
    imagePage(
      `/Width 10/Height 10/ColorSpace 6 0 R/BitsPerComponent 8/Filter${FLATE}`,
      zeros(100),
      Array.from({ length: 10_000 }, (_, i) => `[/Indexed ${7 + i} 0 R 255 (x)]`),
    ),
  '10,000 pictures of 4 megapixels on a page': () =>
    onePage('/XObject<</Im0 5 0 R>>', 'q 612 0 0 792 0 0 cm /Im0 Do Q '.repeat(10_000), [
      stream(`/Type/XObject/Subtype/Image/Width 2000/Height 2000${RGB}/Filter${FLATE}`, zeros(12e6)),
    ]),
  'an inline picture without an end': () => onePage('', `BI /W 30000 /H 30000 /CS /RGB /BPC 8 ID ${'x'.repeat(1e6)}`),
  'a function of 32 inputs, sampled': () =>
    shading(
      `<</ShadingType 1/ColorSpace/DeviceRGB/Function 6 0 R>>`,
      stream(
        `/FunctionType 0/Domain[${'0 1 '.repeat(32)}]/Range[0 1 0 1 0 1]/Size[${'255 '.repeat(32)}]/BitsPerSample 8`,
        'x',
      ),
    ),
};

const NAMES: Bombs = {
  'an outline whose entries lead in a ring of 10,000': () =>
    catalogOf('/Outlines 6 0 R', [
      '<</First 7 0 R/Count 2147483647>>',
      ...Array.from(
        { length: 10_000 },
        (_, i) => `<</Title(S)/Next ${7 + ((i + 1) % 10_000)} 0 R/First ${7 + ((i * 7) % 10_000)} 0 R/Parent 6 0 R>>`,
      ),
    ]),
  'a tree of names, 30 levels of its own halves': () =>
    catalogOf(
      '/Names<</Dests 6 0 R/JavaScript 6 0 R/EmbeddedFiles 6 0 R>>',
      Array.from({ length: 30 }, (_, i) => `<</Kids[${7 + i} 0 R ${7 + i} 0 R]/Limits[(a)(z)]>>`),
    ),
  'labels of 2,000,000 ranges': () => catalogOf(`/PageLabels<</Nums[${times(2e6, (i) => `${i}<</S/D>>`)}]>>`),
  'a label of 4 milliard in Roman numerals': () => catalogOf('/PageLabels<</Nums[0<</S/R/St 4294967295>>]>>'),
  '100,000 layers that show one another': () =>
    catalogOf(
      `/OCProperties<</OCGs[6 0 R]/D<</Order[${'['.repeat(50_000)}6 0 R${']'.repeat(50_000)}]/ON[${'6 0 R '.repeat(50_000)}]>>>>`,
      ['<</Type/OCG/Name(L)>>'],
    ),
  'structure that is its own child': () =>
    catalogOf('/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>', [
      '<</Type/StructTreeRoot/K[6 0 R 7 0 R]/ParentTree 7 0 R>>',
      '<</S/P/K[6 0 R]/Kids[7 0 R]/P 7 0 R>>',
    ]),
  '100 MB of metadata': () =>
    catalogOf('/Metadata 6 0 R', [stream(`/Type/Metadata/Subtype/XML/Filter${FLATE}`, zeros(1e8))]),
};

const PAGE_TREES: Bombs = {
  '1,000,000 pages that are one': () => pageTree(6, 10),
  'a milliard pages that are one': () => pageTree(9, 10),
  '2 to the 60th pages that are one': () => pageTree(60, 2),
  'a page tree 100,000 levels deep': () => pageTree(100_000, 1),
  'a count of 2,147,483,647 and one page': () =>
    pdfOf([CATALOG, '<</Type/Pages/Count 2147483647/Kids[3 0 R]>>', SMALL]),
  'a count of -1 and one page': () => pdfOf([CATALOG, '<</Type/Pages/Count -1/Kids[3 0 R]>>', SMALL]),
  'a count of 3 and no page': () => pdfOf([CATALOG, '<</Type/Pages/Count 3/Kids[]>>']),
  '1,990 pages of the largest size that may be': () => pages(1_990, '[0 0 14400 14400]', 20),
  'a page that is its own parent': () =>
    pdfOf([CATALOG, '<</Type/Pages/Count 1/Kids[3 0 R]/Parent 3 0 R>>', '<</Type/Page/Parent 3 0 R>>']),
  'pages of no, negative and endless size': () =>
    pages(6, '', 0, [
      '[0 0 0 0]',
      '[5 5 -5 -5]',
      '[0 0 1e308 1e308]',
      '[0 0 0.0001 14400]',
      '[0 0 14400 0.0001]',
      '[-2147483648 -2147483648 2147483647 2147483647]',
    ]),
  'a unit of 100,000 inches': () => onePage('', '', [], '/UserUnit 7200000'),
  'a page turned by 2,147,483,647 degrees': () => onePage('', '', [], '/Rotate 2147483647'),
};

/** Pages of one size, or of the given sizes, `drawn` of them not empty. */
function pages(count: number, box: string, drawn: number, boxes?: readonly string[]): Buffer {
  const kids = times(count, (i) => `${4 + i} 0 R `);
  return pdfOf([
    CATALOG,
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    stream('', '1 0 0 rg 0 0 14000 14000 re f'),
    ...Array.from(
      { length: count },
      (_, i) => `<</Type/Page/Parent 2 0 R/MediaBox${boxes?.[i] ?? box}${i < drawn ? '/Contents 3 0 R' : ''}>>`,
    ),
  ]);
}

const FORMS: Bombs = {
  'a form that draws itself': () =>
    onePage('/XObject<</F 5 0 R>>', '/F Do', [stream(`${FORM}/Resources<</XObject<</F 5 0 R>>>>`, '/F Do /F Do')]),
  'forms in forms, 5,000 levels': () =>
    onePage(
      '/XObject<</F 5 0 R>>',
      '/F Do',
      Array.from({ length: 5_000 }, (_, i) => stream(`${FORM}/Resources<</XObject<</F ${6 + i} 0 R>>>>`, '/F Do')),
    ),
  'a pattern that paints itself': () =>
    onePage('/Pattern<</P 5 0 R>>', '/Pattern cs /P scn 0 0 612 792 re f', [
      stream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P 5 0 R>>>>',
        '/Pattern cs /P scn 0 0 9 9 re f',
      ),
    ]),
  'a pattern of a milliard tiles': () =>
    onePage('/Pattern<</P 5 0 R>>', '/Pattern cs /P scn 0 0 612 792 re f', [
      stream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>',
        '1 0 0 rg 0 0 1 1 re f',
      ),
    ]),
  '100 groups with transparency in one another': () =>
    onePage(
      '/XObject<</F 5 0 R>>/ExtGState<</G<</ca 0.5/BM/Luminosity>>>>',
      '/G gs /F Do',
      Array.from({ length: 100 }, (_, i) =>
        stream(
          `${FORM}/Group<</S/Transparency/I true/K true>>/Resources<</XObject<</F ${6 + i} 0 R>>/ExtGState<</G<</ca 0.5/BM/Luminosity>>>>>>`,
          '/G gs /F Do /F Do',
        ),
      ),
    ),
  'a soft mask that masks itself': () =>
    onePage('/ExtGState<</G 5 0 R>>', '/G gs 0 0 612 792 re f', [
      '<</SMask<</S/Luminosity/G 6 0 R>>>>',
      stream(
        `${FORM}/Group<</S/Transparency/CS/DeviceRGB>>/Resources<</ExtGState<</G 5 0 R>>>>`,
        '/G gs 0 0 612 792 re f',
      ),
    ]),
  'a shading of 100,000 stitched functions': () =>
    shading(
      '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 612 792]/Function 6 0 R/Extend[true true]>>',
      `<</FunctionType 3/Domain[0 1]/Functions[${'6 0 R '.repeat(100_000)}]/Bounds[${'0.5 '.repeat(99_999)}]/Encode[${'0 1 '.repeat(100_000)}]>>`,
    ),
  'a calculator that computes 1,000,000 steps a pixel': () =>
    shading(
      '<</ShadingType 1/Domain[0 612 0 792]/ColorSpace/DeviceRGB/Function 6 0 R>>',
      stream(
        '/FunctionType 4/Domain[0 612 0 792]/Range[0 1 0 1 0 1]',
        `{${'2 copy mul pop '.repeat(250_000)} pop 0 0}`,
      ),
    ),
  'a mesh of 1,000,000 triangles': () =>
    shading(
      stream(
        `/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 612 0 792 0 1 0 1 0 1]/Filter${FLATE}`,
        deflateSync(Buffer.alloc(18e6, '\0\x05\xf0abc', 'latin1')),
      ),
    ),
};

const annotation = (entries: string, behind: readonly (string | Buffer)[] = []): Buffer =>
  onePage('', '', behind, `/Annots[<</Type/Annot/Rect[0 0 600 700]${entries}>>]`);
const LOOP = 'while(true){app.alert(1);}';
const ANNOTATIONS: Bombs = {
  'a script that runs when it is opened': () =>
    catalogOf(`/OpenAction<</S/JavaScript/JS(${LOOP})>>/AA<</WC<</S/JavaScript/JS(${LOOP})>>>>`),
  'an address that is opened with it': () =>
    catalogOf('/OpenAction<</S/URI/URI(http://127.0.0.1:1/)/Next<</S/Launch/F(/bin/sh)>>>>'),
  '100,000 annotations that look like themselves': () =>
    onePage(
      '',
      '',
      [stream(`${FORM}/Resources<</XObject<</F 5 0 R>>>>`, '/F Do 0 0 600 700 re f')],
      `/Annots[${'<</Type/Annot/Subtype/Stamp/Rect[0 0 600 700]/AP<</N 5 0 R>>>>'.repeat(100_000)}]`,
    ),
  'fields of a form that are their own parents': () =>
    catalogOf('/AcroForm<</Fields[6 0 R]/CO[6 0 R]/NeedAppearances true/XFA 7 0 R>>', [
      '<</FT/Tx/T(a)/Parent 6 0 R/Kids[6 0 R]/V 6 0 R/AA<</C<</S/JavaScript/JS(' + LOOP + ')>>>>>>',
      stream(`/Filter${FLATE}`, zeros(1e8)),
    ]),
  'an annotation of 1,000,000 points of ink': () =>
    annotation(`/Subtype/Ink/InkList[[${'1 2 '.repeat(1e6)}]]/C[1 0 0]`),
  'a film, a sound and a 3D scene': () =>
    annotation('/Subtype/RichMedia/RichMediaContent<</Assets<</Names[(x)5 0 R]>>>>', [
      stream('/Type/EmbeddedFile', 'x'),
    ]),
  'an attached file that unpacks to 1 GB': () =>
    annotation('/Subtype/FileAttachment/FS<</Type/Filespec/F(../../../../etc/passwd)/EF<</F 5 0 R>>>>', [
      stream(`/Type/EmbeddedFile/Filter${FLATE}`, zeros(1e9)),
    ]),
  'a file that is drawn from elsewhere': () =>
    onePage('/XObject<</F 5 0 R>>', '/F Do', [
      stream(`${FORM}/Ref<</F(/etc/passwd)/Page 0>>/F(/etc/passwd)/FFilter/FlateDecode`, ''),
    ]),
};

const LOCKS: Bombs = {
  'a lock with a key of 2,147,483,647 bits': () => locked('/Filter/Standard/V 4/R 4/Length 2147483647/O(x)/U(x)/P -1'),
  'a lock of a revision nobody knows': () => locked('/Filter/Standard/V 99/R 99/O(x)/U(x)/P -1'),
  'a lock that is hashed for ever': () =>
    locked(
      `/Filter/Standard/V 5/R 6/Length 256/O<${'00'.repeat(48)}>/U<${'00'.repeat(48)}>/OE<${'00'.repeat(32)}>/UE<${'00'.repeat(32)}>/P -1/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF`,
    ),
  'a lock whose filter is itself': () => locked('/Filter/Standard/V 4/R 4/CF<</X<</CFM/X>>>>/StmF/X/O(x)/U(x)/P 0'),
};

export const BOMBS: readonly Bomb[] = (
  [
    ['objects', OBJECTS],
    ['streams', STREAMS],
    ['fonts', FONTS],
    ['images', IMAGES],
    ['names', NAMES],
    ['pages', PAGE_TREES],
    ['forms', FORMS],
    ['annotations', ANNOTATIONS],
    ['locks', LOCKS],
  ] as const
).flatMap(([of, bombs]) => Object.entries(bombs).map(([name, make]): Bomb => ({ of, name, make })));
