import { decideFacts, reading } from './facts.js';

const year = (value: string, source: Parameters<typeof reading>[2], confidence: number) =>
  reading('year', value, source, '', confidence);
const decided = (...readings: Parameters<typeof decideFacts>[0]) => decideFacts(readings).year;

describe('readings of one fact (DATA-09)', () => {
  it('that agree raise confidence, each source once; the printed one is named', () => {
    const same = decided(
      year('1896', 'file_name', 0.5),
      year('1896', 'lettering', 0.6),
      year('1896', 'file_name', 0.4),
    );
    expect(same).toMatchObject({ value: '1896', source: 'lettering', confidence: 0.8 });
  });

  it('that differ rank: clear lettering, several other sheets, names, doubtful lettering', () => {
    const [clear, doubtful] = [year('1896', 'lettering', 0.8), year('1890', 'lettering', 0.6)];
    const [volume, named] = [year('1901', 'volume', 0.65), year('1887', 'file_name', 0.5)];
    expect(decided(named, volume, clear)?.value).toBe('1896');
    expect(decided(doubtful, named, volume)?.value).toBe('1901');
    expect(decided(doubtful, named)?.value).toBe('1887');
    expect(decided(doubtful)?.value).toBe('1890');
  });

  it('with too little confidence are dropped', () => {
    expect(decided(year('1896', 'lettering', 0.39))).toBeUndefined();
  });
});
