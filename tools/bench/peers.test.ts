import { missingNote, notMeasured, peerReport, type PeerProgram } from './peers.js';

const only =
  (...present: PeerProgram[]) =>
  (program: PeerProgram): string | undefined =>
    present.includes(program) ? `/usr/bin/${program}` : undefined;

describe('programs to compare with', () => {
  it('that are missing are named with the Debian packages they come in, each once', () => {
    expect(missingNote(['pdftoppm', 'pdftotext', 'vips'], only())).toBe(
      'Not measured: pdftoppm and pdftotext and vips not found. Install the Debian packages poppler-utils and libvips-tools.',
    );
    expect(missingNote(['nginx', 'vips'], only('vips'))).toBe(
      'Not measured: nginx not found. Install the Debian package nginx-light.',
    );
  });

  it('that are all there need no words', () => {
    expect(missingNote(['vips'], only('vips'))).toBeUndefined();
  });

  it('leave a row in the table when they are missing', () => {
    expect(notMeasured([{ name: 'rate', unit: '1/s', goal: { atLeast: 2 } }], 'Why.')).toEqual([
      { name: 'rate', unit: '1/s', goal: { atLeast: 2 }, values: [], note: 'Why.' },
    ]);
  });

  it('are listed with the command that installs the rest', () => {
    const report = peerReport(only('pdftoppm', 'pdftotext', 'vips', 'nginx'));
    expect(report.at(-1)).toBe('apt-get install --no-install-recommends libopenjp2-tools');
    expect(report.find((line) => line.startsWith('nginx'))).toContain('/usr/bin/nginx');
    expect(report.find((line) => line.startsWith('opj_compress'))).toContain('missing (libopenjp2-tools)');
  });
});
