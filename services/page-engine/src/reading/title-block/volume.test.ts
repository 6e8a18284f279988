import { decideFacts, reading, type FactReading } from './facts.js';
import { volumeReadings } from './volume.js';

const number = (value: string, confidence = 0.9) => reading('sheet_number', value, 'lettering', '', confidence);
const city = (value: string, confidence = 0.9) => reading('city', value, 'lettering', '', confidence);
const year = (value: string, confidence = 0.8) => reading('year', value, 'lettering', 'copyright', confidence);

function settled(fact: FactReading['fact'], sheets: FactReading[][]): (string | undefined)[] {
  const others = volumeReadings(sheets.map((readings) => ({ readings })));
  return sheets.map((readings, index) => decideFacts([...readings, ...(others[index] ?? [])])[fact]?.value);
}

describe('the sheets of a volume (DATA-09)', () => {
  it('are numbered in order between two that agree, and nowhere else', () => {
    expect(settled('sheet_number', [[number('60')], [], [], [number('63')]])).toEqual(['60', '61', '62', '63']);
    // two-page sheets: numbers do not count pages
    expect(settled('sheet_number', [[number('60')], [], [number('63')], []])).toEqual([
      '60',
      undefined,
      '63',
      undefined,
    ]);
    expect(settled('sheet_number', [[], [number('169')], [number('170')], []])).toEqual([
      undefined,
      '169',
      '170',
      undefined,
    ]);
  });

  it('correct a doubtful number, and not a clear one', () => {
    const between = (middle: FactReading) => settled('sheet_number', [[number('11')], [middle], [number('13')]]);
    expect(between(number('72', 0.5))).toEqual(['11', '12', '13']);
    expect(between(number('12A', 0.9))).toEqual(['11', '12A', '13']);
  });

  it('have the volume that one of them names with certainty, if none names another', () => {
    const volume = (value: string, confidence = 0.6) => reading('volume', value, 'lettering', '', confidence);
    expect(settled('volume', [[volume('4')], [], []])).toEqual(['4', '4', '4']);
    expect(settled('volume', [[volume('4', 0.45)], [], []])).toEqual(['4', undefined, undefined]);
    expect(settled('volume', [[volume('4')], [volume('5')], []])).toEqual(['4', '5', undefined]);
  });

  it('have one city if two of three agree', () => {
    expect(settled('city', [[city('Queens')], [city('Queens')], []])).toEqual(['Queens', 'Queens', 'Queens']);
    expect(settled('city', [[city('Queens')], [], []])).toEqual(['Queens', undefined, undefined]);
    expect(settled('city', [[city('Queens')], [city('Jamaica', 0.9)], []])).toEqual(['Queens', 'Jamaica', undefined]);
    expect(settled('city', [[city('Queens')], [city('Queens')], [city('Queens')], [city('Qucens', 0.5)]])[3]).toBe(
      'Queens',
    );
  });

  it('have one year, or the year of those around them', () => {
    expect(settled('year', [[year('1896')], [], [year('1896')]])).toEqual(['1896', '1896', '1896']);
    // a report of several editions
    const editions = [[year('1887')], [], [year('1887')], [], [year('1896')], []];
    expect(settled('year', editions)).toEqual(['1887', '1887', '1887', undefined, '1896', undefined]);
  });

  it('do not count a name of the whole file as a second source', () => {
    const named = [reading('year', '1901', 'file_name', 'file_name', 0.5)];
    expect(volumeReadings([{ readings: named }, { readings: named }, { readings: [] }])).toEqual([[], [], []]);
  });
});
