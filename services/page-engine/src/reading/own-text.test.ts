import type { PrintedText, PrintedWord } from '../pdf/page.js';
import { ownText } from './own-text.js';

const SIZE = { width: 1700, height: 2200, dpi: 200 };
const WHOLE = { x: 0, y: 0, width: 1700, height: 2200 };
const REPORT = 'The site was used for the storage of fuel and coal and other goods';

const line = (text: string, y: number, as: Partial<PrintedWord> = {}): PrintedWord[] =>
  text
    .split(' ')
    .map((word, at) => ({ text: word, x: 200 + at * 100, y, width: 90, height: 30, row: y, font: 1, ...as }));

const lines = (from: number, to: number, as?: Partial<PrintedWord>): PrintedWord[] =>
  Array.from({ length: Math.floor((to - from) / 40) }, (_, at) => line(REPORT, from + at * 40, as)).flat();

const printed = (words: PrintedWord[], pictures: PrintedText['pictures'] = []): PrintedText => ({
  text: words.map(({ text }) => text).join(' '),
  words,
  pictures,
});

const FOOTER = 'Map Vendor Order 1234567 Certified copy page 3 of 40';

describe('a page is read', () => {
  it('where a picture has no text, whatever the footer', () => {
    const { unread, words } = ownText(printed(line(FOOTER, 2150), [WHOLE]), SIZE);
    expect(unread).toEqual([WHOLE]);
    expect(words.map(({ text }) => text).join(' ')).toBe(FOOTER);
  });

  it('at small lettering that is drawn, unless text says the same', () => {
    const lettering = { x: 900, y: 1500, width: 300, height: 40 };
    const text = lines(150, 1050);
    const { unread } = ownText({ ...printed(text), lettering }, SIZE);
    expect(unread).toEqual([expect.objectContaining({ x: 900 - SIZE.dpi / 10, height: 40 + SIZE.dpi / 5 })]);
    const figure = { x: 850, y: 1300, width: 500, height: 800 };
    expect(ownText({ ...printed(text, [figure]), lettering }, SIZE).unread).toHaveLength(1);
    const layer = line('KEROSENE', 1500, { hidden: true }).map((word) => ({ ...word, ...lettering }));
    expect(ownText({ ...printed([...text, ...layer]), lettering }, SIZE).unread).toHaveLength(1);
    const said = line('KEROSENE', 1500).map((word) => ({ ...word, ...lettering }));
    expect(ownText({ ...printed([...text, ...said]), lettering }, SIZE).unread).toEqual([]);
  });

  it('around a figure in a report', () => {
    const figure = { x: 200, y: 1100, width: 1300, height: 900 };
    const [area, ...others] = ownText(printed(lines(150, 1050), [figure]), SIZE).unread;
    expect(others).toEqual([]);
    expect(area?.x).toBeLessThanOrEqual(200);
    expect(area?.y).toBeLessThanOrEqual(1100);
    expect((area?.height ?? 0) / 900).toBeLessThan(1.15);
  });

  it('under a worthless OCR layer, which is no text', () => {
    const layer = line('fI RE lN5 UR AN CE MA P KE R0 5E NE', 400, { hidden: true });
    expect(ownText(printed([...layer, ...line(FOOTER, 2150)], [WHOLE]), SIZE)).toMatchObject({
      unread: [WHOLE],
      text: FOOTER,
    });
  });

  it('if its text has no meaning', () => {
    const { unread, words, text } = ownText(printed(line('\uE000\uE001\uE002\uE003 \uE004\uE005', 400)), SIZE);
    expect({ unread, words, text }).toEqual({ unread: [WHOLE], words: [], text: '' });
  });

  it('around text without meaning among text that has some', () => {
    const strange = line(
      '\uE000\uE001\uE002\uE003 \uE004\uE005\uE006\uE007\uE008 \uE004\uE005\uE006\uE007\uE008',
      1500,
      { font: 2 },
    );
    const [area] = ownText(printed([...lines(150, 1000), ...strange]), SIZE).unread;
    expect(area).toMatchObject({ y: 1350 });
    expect(area?.height).toBeLessThan(350);
  });

  it('if a font is scrambled, whose words are doubtful', () => {
    const strange = line('WKLV LV WKH ILUVW SDJH RI WKH UHSRUW', 1500, { font: 2 });
    const { unread, doubtful, words } = ownText(printed([...lines(150, 300), ...strange]), SIZE);
    expect(unread).toHaveLength(1);
    expect(doubtful).toHaveLength(8);
    expect(words).toHaveLength(lines(150, 300).length);
  });

  it('if it says next to nothing', () => {
    expect(ownText(printed(line('Page 3', 2150)), SIZE).unread).toEqual([WHOLE]);
  });
});

describe('a page is not read', () => {
  it.each([
    ['without pictures', printed(lines(150, 1000))],
    ['with a logo', printed(lines(300, 1000), [{ x: 200, y: 100, width: 250, height: 120 }])],
    [
      'with bullets of a symbol font',
      printed([...lines(150, 1000), ...line('\uF0B7 \uF0B7 \uF0B7', 1200, { font: 2 })]),
    ],
    ['with a good OCR layer', printed(lines(200, 2000, { hidden: true }), [WHOLE])],
    ['with a good OCR layer on half of the page', printed(lines(200, 1100, { hidden: true }), [WHOLE])],
    ['with text all over a picture', printed(lines(150, 2100), [{ x: 0, y: 0, width: 1300, height: 2200 }])],
  ])('%s', (_what, page) => {
    const { unread, doubtful } = ownText(page, SIZE);
    expect({ unread, doubtful }).toEqual({ unread: [], doubtful: [] });
  });
});

it('puts what is filled in beside its label', () => {
  const form = [
    ...line('Owner of tanks:', 400),
    ...line('Substance:', 500),
    ...line('Quackenbush Petroleum', 402, { added: true, row: 9000 }).map((word) => ({ ...word, x: word.x + 400 })),
    ...line('Xylene found here', 450, { added: true, row: 9001 }),
  ];
  expect(ownText(printed(form), SIZE).text).toBe(
    'Owner of tanks: Quackenbush Petroleum\nXylene found here\nSubstance:',
  );
});

describe('what is filled in on a turned page', () => {
  const upright = [
    ...line('Owner of tanks:', 400),
    ...line('Substance:', 500),
    ...line('Quackenbush Petroleum', 402, { added: true, row: 9000 }).map((word) => ({ ...word, x: word.x + 400 })),
    ...[...'COMB'].map((text, at): PrintedWord => ({
      ...{ text, x: 600 + at * 75, y: 500, width: 15, height: 30, row: 9001, font: 1, added: true },
    })),
  ];

  it.each([
    [90, ({ x, y, width, height }: PrintedWord) => ({ x: 1700 - y - height, y: x, width: height, height: width })],
    [180, ({ x, y, width, height }: PrintedWord) => ({ x: 1700 - x - width, y: 2200 - y - height, width, height })],
    [-90, ({ x, y, width, height }: PrintedWord) => ({ x: y, y: 2200 - x - width, width: height, height: width })],
  ] as const)('by %s degrees is beside its label, too', (angle, turn) => {
    const words = upright.map((word): PrintedWord => ({ ...word, ...turn(word), angle, turned: angle < 0 ? 270 : 90 }));
    const own = ownText(printed(words), SIZE);
    expect(own.text).toBe('Owner of tanks: Quackenbush Petroleum\nSubstance: C O M B');
    expect(own.words[0]).toMatchObject({ text: 'Owner', ...turn(upright[0] as PrintedWord), angle });
  });
});
