import type { Word } from '../pdf/page.js';
import { joinTexts } from './join-texts.js';

const word = (text: string, x: number, y: number, line?: number): Word => ({
  ...{ text, x, y, width: text.length * 12, height: 20 },
  ...(line !== undefined && { line, confidence: 0.9, turned: 0 }),
});
const own = (...words: Word[]) => ({ text: words.map(({ text }) => text).join(' '), words, doubtful: [] as Word[] });
const read = (...words: Word[]) => ({ text: words.map(({ text }) => text).join(' '), words });

describe('texts of the file and of the picture', () => {
  it('are joined by place', () => {
    const joined = joinTexts(
      own(word('HEADER', 100, 10), word('FOOTER', 100, 900)),
      read(word('COAL', 100, 200, 0), word('SHED', 160, 200, 0), word('TANK', 100, 300, 1)),
    );
    expect(joined).toMatchObject({ text: 'HEADER\nCOAL SHED\nTANK\nFOOTER', source: 'both' });
  });

  it('have each word once, that of the file', () => {
    const footer = [word('VENDOR', 100, 900), word('COPY', 200, 900)];
    const { words, source } = joinTexts(
      own(...footer),
      read(word('COAL', 100, 200, 0), { ...word('VEND0R', 98, 898, 1), height: 26 }, word('COPY', 210, 903, 1)),
    );
    expect(words.map(({ text }) => text)).toEqual(['COAL', 'VENDOR', 'COPY']);
    expect(words.map(({ confidence }) => confidence)).toEqual([0.9, undefined, undefined]);
    expect(source).toBe('both');
  });

  it('are on one line where they stand side by side', () => {
    const { text } = joinTexts(
      own(word('Owner:', 100, 200), word('1987', 600, 202)),
      read(word('Petroleum', 200, 199, 0)),
    );
    expect(text).toBe('Owner: Petroleum 1987');
  });

  it('name their source', () => {
    expect(joinTexts(own(), read(word('COAL', 1, 1, 0))).source).toBe('ocr');
    expect(joinTexts(own(word('COAL', 1, 1)), read()).source).toBe('pdf');
    expect(joinTexts(own(word('COAL', 1, 1)), read(word('COAL', 1, 1, 0))).source).toBe('pdf');
  });

  it('keep doubtful words only if reading finds nothing that makes sense', () => {
    const doubtful = { ...own(), doubtful: [word('ILUVW', 100, 100)] };
    expect(joinTexts(doubtful, read(word('FIRST', 100, 100, 0))).words.map(({ text }) => text)).toEqual(['FIRST']);
    expect(joinTexts(doubtful, read(word('1L|V', 100, 300, 0))).words.map(({ text }) => text)).toEqual([
      'ILUVW',
      '1L|V',
    ]);
    expect(joinTexts(doubtful, read())).toMatchObject({ text: 'ILUVW', source: 'pdf' });
  });
});
