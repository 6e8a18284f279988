import type { LetteredWord } from './reading.js';
import { spotsOn } from './spotter.js';

const PAGE = { width: 3200, height: 3800 };
const HIGH = 20;

function line(text: string, x: number, y: number): LetteredWord[] {
  let along = x;
  return text.split(' ').map((word) => {
    const width = word.length * HIGH * 0.8;
    const box = { text: word, x: along, y, width, height: HIGH, confidence: 1, turned: 0 };
    along += width + 14;
    return box;
  });
}

function lettering(...lines: string[]): LetteredWord[] {
  return lines.flatMap((text, index) => line(text, 900 - text.length * 9, 900 + index * 30));
}

const notesOf = (...words: LetteredWord[][]) => spotsOn(words.flat(), PAGE)[0]?.notes;

describe('notes beside a lettering (issue 14)', () => {
  it.each([
    [['GAS HOLDER', "CAP'Y 300,000 CU. FT."], "CAP'Y 300,000 CU. FT."],
    [['GASOMETER', "CAP'Y", '75,000', 'CUB. FEET'], "CAP'Y 75,000 CUB. FEET"],
    [['GAS HOLDER', "CAP'Y75,000 CU.FT."], "CAP'Y75,000 CU.FT."],
    [['GARAGE', '40 CARS'], '40 CARS'],
    [['GARAGE', 'CAP. 25 AUTOS', '2'], 'CAP. 25 AUTOS'],
    [['OIL TANKS', '10,000 GALS. EACH'], '10,000 GALS. EACH'],
    [['GASOMETER', "38' DIAMETER"], "38' DIAMETER"],
    [['GAS HOLDER', 'CAPACITV 50,000'], 'CAPACITV 50,000'],
    [['GAS HOLDER', "CAP'Y"], "CAP'Y"],
  ])('quote a capacity as it is lettered: %j', (lines, capacity) => {
    expect(notesOf(lettering(...lines))).toEqual({ capacity });
  });

  it('do not take the numbers of houses and storeys, or cars of another building, for a capacity', () => {
    expect(notesOf(lettering('GARAGE', '132', '2'))).toEqual({});
    expect(notesOf(lettering('GARAGE', 'CARS'))).toEqual({});
    expect(notesOf(lettering('GARAGE'), line('40 CARS', 2000, 2000))).toEqual({});
    expect(notesOf(lettering('FOUNDRY', '40 CARS'))).toEqual({});
    expect(notesOf(lettering('GARAGE', '2 CARP.'))).toEqual({});
    expect(notesOf(lettering('GARAGE', '40 CARS', '168', '170'))).toEqual({ capacity: '40 CARS' });
  });

  it('separate the capacities of neighbours, and do not read GAS as gallons', () => {
    const holders = [
      ...[line('GAS', 400, 400), line('HOLDER', 380, 430), line('CAP. 90,000', 360, 460), line('CU. FT.', 370, 490)],
      ...[line('GAS', 680, 400), line('HOLDER', 660, 430), line('CAP. 150,000', 630, 460), line('CU. FT.', 650, 490)],
    ];
    const notes = spotsOn(holders.flat(), { width: 32_000, height: 38_000 }).map((spot) => spot.notes.capacity);
    // one site: its first lettering has its own capacity
    expect(notes).toEqual(['CAP. 90,000 CU. FT.']);
    expect(notesOf(lettering('FILLING STA.'), line('000 GAS.', 820, 930))).toEqual({});
  });

  it('include underground and disused', () => {
    expect(notesOf(lettering('OIL TANKS', "UNDERGR'D", '2 - 5,000 GALS.'))).toEqual({
      capacity: '5,000 GALS.',
      isBelowGround: true,
    });
    expect(notesOf(lettering('GASOMETER', 'NOT USED'))).toEqual({ disused: 'not used' });
  });
});
