import { missingNote, notMeasured, peerReport } from './peers.js';

const only =
  (...present: string[]) =>
  (program: string): string | undefined =>
    present.includes(program) ? `/usr/bin/${program}` : undefined;

describe('programs to compare with', () => {
  it('are named with the command that installs them when they are missing', () => {
    expect(missingNote(only())).toBe(
      'Not measured: pdftoppm and vips not found (apt-get install --no-install-recommends poppler-utils libvips-tools).',
    );
    expect(missingNote(only('pdftoppm', 'vips'))).toBeUndefined();
    expect(peerReport(only('vips')).join('\n')).toMatch(/pdftoppm +missing \(poppler-utils\)\nvips +\/usr\/bin\/vips/);
  });

  it('leave a row in the table when they are missing', () => {
    expect(notMeasured([{ name: 'rate', unit: '1/s', goal: { atLeast: 2 } }], 'Why.')).toEqual([
      { name: 'rate', unit: '1/s', goal: { atLeast: 2 }, values: [], note: 'Why.' },
    ]);
  });
});
