import { alphabetOf } from '../model/alphabet.js';
import type { Network } from '../model/network.js';
import { batchesOf, Recognizer } from './recognizer.js';
import { readBoxes } from './read-boxes.js';
import { readMissed } from './read-missed.js';
import { Terms } from '../words/terms.js';
import { firstSample, HEIGHT } from './samples.js';
import type { TurnedBox } from '../turned-box.js';

const alphabet = alphabetOf([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ1abcdefghijklmnopqrstuvwxyz'].join('\n'));
const picture = { data: new Uint8Array(400 * 400 * 3).fill(255), width: 400, height: 400 };
const window = { picture, left: 0, top: 0 };
const box = (long: number, degrees: number): TurnedBox => ({
  x: 200,
  y: 200,
  long,
  short: 20,
  angle: (degrees * Math.PI) / 180,
});

/** Network that returns the given texts, in call order. */
function reader(...answers: readonly (readonly [text: string, value: number])[]): {
  recognizer: Recognizer;
  widths: number[];
} {
  const widths: number[] = [];
  let next = 0;
  const network: Network = {
    run: (input, [count = 0, planes, rows, wide = 0]) => {
      expect([planes, rows, input.length]).toEqual([3, HEIGHT, count * 3 * HEIGHT * wide]);
      const steps = wide / 8;
      const classes = alphabet.characters.length;
      const data = new Float32Array(count * steps * classes);
      for (let number = 0; number < count; number++) {
        const [text, value] = answers[next++] ?? ['', 0];
        for (let step = 0; step < steps; step++) data[(number * steps + step) * classes] = 0.01;
        for (const [index, letter] of [...text].entries())
          data[(number * steps + index * 2) * classes + alphabet.characters.indexOf(letter)] = value;
      }
      widths.push(wide);
      return Promise.resolve({ data, dims: [count, steps, classes] });
    },
  };
  return { recognizer: new Recognizer(network, alphabet), widths };
}

describe('samples', () => {
  it('are read in batches of similar width', () => {
    const samples = [400, 60, 50, 61, 390, 100].map((long) => firstSample(box(long, 0), 60));
    expect(batchesOf(samples).map((batch) => batch.map(({ long }) => long))).toEqual([
      [50],
      [60, 61],
      [100],
      [390, 400],
    ]);
  });

  it('have text and position', async () => {
    const { recognizer, widths } = reader(['AB', 0.9]);
    const [reading] = await recognizer.read(window, [firstSample(box(100, 0), 60)]);
    expect(widths).toEqual([240]);
    expect(reading).toMatchObject({ text: 'AB', stepsPerPixel: 1 / 8 });
    expect(reading?.confidence).toBeCloseTo(0.9);
    expect(reading?.letters.map(({ step }) => step)).toEqual([0, 2]);
  });
});

describe('boxes', () => {
  it('with letters are read a second time, house numbers are not', async () => {
    const quick = reader(['11', 0.95], ['BA', 0.9]);
    const thorough = reader(['AB', 0.99]);
    const readings = await readBoxes(window, [box(60, 0), box(100, 0)], quick.recognizer, thorough.recognizer);
    expect(readings.map(({ text }) => text)).toEqual(['11', 'AB']);
    expect(thorough.widths).toHaveLength(1);
  });

  it('along the sheet are read upwards, and downwards if that is more certain', async () => {
    const quick = reader(['A', 0.6], ['1', 0.9]);
    const [reading] = await readBoxes(window, [box(100, 90)], quick.recognizer, reader().recognizer);
    expect(reading?.text).toBe('1');
    expect(Math.round(((reading?.sample.angle ?? 0) * 180) / Math.PI)).toBe(90);
  });

  it('along the sheet have letters rather than numbers', async () => {
    const readSteep = async (value: number): Promise<string | undefined> => {
      const quick = reader(['COAL', 0.5], ['1111', value]);
      const [reading] = await readBoxes(window, [box(100, 90)], quick.recognizer, reader(['COAL', 0.9]).recognizer);
      return reading?.text;
    };
    expect([await readSteep(0.6), await readSteep(0.7)]).toEqual(['COAL', '1111']);
  });

  it('with unknown words are read a third time, wider, and the better reading wins', async () => {
    const quick = reader(['ASOLIN', 0.9]);
    const terms = new Terms(alphabet);
    const thorough = reader(['ASOLIN', 0.9], ['GASOLINE', 0.9]);
    const readings = await readBoxes(window, [box(200, 0)], quick.recognizer, thorough.recognizer, terms);
    expect(readings.map(({ text }) => text)).toEqual(['GASOLINE']);
    expect(thorough.widths).toEqual([480, 432]);
  });

  it('are read again from a longer box, if it completes a word or the number of a street', async () => {
    const readLonger = async (first: string, ...others: string[]): Promise<string | undefined> => {
      const thorough = reader(...[first, ...others].map((text) => [text, 0.9] as const));
      const terms = new Terms(alphabet);
      const quick = reader([first, 0.9]);
      const [reading] = await readBoxes(window, [box(200, 0)], quick.recognizer, thorough.recognizer, terms);
      return reading?.text;
    };
    expect(await readLonger('TERNS', 'TERNS', 'TERNS', 'PATTERNS')).toBe('PATTERNS');
    expect(await readLonger('TERNS', 'TERNS', 'TERNS', 'XTERNSX')).toBe('TERNS');
    expect(await readLonger('1TH', '111TH')).toBe('111TH');
    expect([await readLonger('ed', 'lined'), await readLonger('of', 'roof')]).toEqual(['lined', 'of']);
  });

  describe('around two lines', () => {
    const block = { ...box(100, 30), short: 40 };
    const readBlock = async (whole: string, quick: [string, string], thorough: [string, string]) => {
      const answers = (texts: readonly string[]) => texts.map((text) => [text, 0.9] as const);
      const [first, second] = [
        reader(...answers([whole, ...quick])),
        // as often as the whole is read
        reader(...answers([whole, ...(whole === 'COYARD' ? [whole, whole, whole] : []), ...thorough])),
      ];
      const readings = await readBoxes(window, [block], first.recognizer, second.recognizer, new Terms(alphabet));
      return readings.map(({ text, sample }) => ({ text, y: Math.round(sample.box.y) }));
    };

    it('are read line by line, if each has a known word', async () => {
      expect(await readBlock('COYARD', ['COAL', 'YARD'], ['COAL', 'YARD'])).toEqual([
        { text: 'COAL', y: 192 },
        { text: 'YARD', y: 208 },
      ]);
      expect(await readBlock('COYARD', ['COAL', 'YARD'], ['COAL', 'XYZVW'])).toMatchObject([{ text: 'COYARD' }]);
      expect(await readBlock('COYARD', ['COAL', ''], ['COAL', 'YARD'])).toMatchObject([{ text: 'COYARD' }]);
    });

    it('are one line if its halves are read alike, or if its letters are as wide as usual', async () => {
      expect(await readBlock('COYARD', ['YARD', 'YARDS'], ['YARD', 'YARDS'])).toMatchObject([{ text: 'COYARD' }]);
      expect(await readBlock('YARD', ['COAL', 'YARD'], ['COAL', 'YARD'])).toMatchObject([{ text: 'YARD' }]);
    });

    it('are also read line by line if their letters seem narrow', async () => {
      expect(await readBlock('BUILDING', ['COAL', 'YARD'], ['COAL', 'YARD'])).toHaveLength(2);
    });
  });

  it('if slanted, are read upside down only if that is clearly more certain', async () => {
    const readSlanted = async (value: number): Promise<string | undefined> => {
      const quick = reader(['1', 0.6], ['11', value]);
      const [reading] = await readBoxes(window, [box(100, 30)], quick.recognizer, reader().recognizer);
      return reading?.text;
    };
    expect([await readSlanted(0.7), await readSlanted(0.8)]).toEqual(['1', '11']);
  });

  it('without letters are read in one direction', async () => {
    const quick = reader(['1', 0.1]);
    await readBoxes(window, [box(20, 0)], quick.recognizer, reader().recognizer);
    expect(quick.widths).toHaveLength(1);
  });

  it('keep the longer reading, even if a scrap of it is more certain', async () => {
    const quick = reader(['1111', 0.6], ['1', 0.9]);
    const [reading] = await readBoxes(window, [box(100, 90)], quick.recognizer, reader().recognizer);
    expect(reading?.text).toBe('1111');
  });
});

describe('boxes of lines that the detector missed', () => {
  it('have certain words of land uses only', async () => {
    const readMissedLine = async (quick: string, text: string, value: number): Promise<string[]> => {
      const boxes = [box(200, 0)];
      const second = reader([text, value]).recognizer;
      const pieces = await readMissed(window, boxes, reader([quick, 0.9]).recognizer, second, new Terms(alphabet));
      return pieces.flat().map((word) => word.text);
    };
    expect(await readMissedLine('COAL', 'COAL', 0.9)).toEqual(['COAL']);
    expect(await readMissedLine('COAL', 'COAL', 0.55)).toEqual([]);
    expect(await readMissedLine('CAR', 'CAR', 0.9)).toEqual([]);
    expect(await readMissedLine('1', 'COAL', 0.9)).toEqual([]);
    expect(await readMissedLine('WHERE', 'WHERE', 0.9)).toEqual([]);
  });
});
