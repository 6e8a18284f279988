import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { repoRoot, repoText } from '../../dev/paths.js';

const rows = repoText('docs', 'security-asvs.md')
  // an item can continue on the next line
  .replaceAll('\n  ', ' ')
  .split('\n')
  .filter((line) => /^- V\d/.test(line))
  .flatMap((line) => {
    const {
      ids = '',
      asked = '',
      met = '',
      held = '',
    } = /^- (?<ids>V[\d.]+(?:, V[\d.]+)*) (?<asked>[^:]+): (?<met>.+?)(?: \((?<held>`[^()]+`)\))?$/.exec(line)
      ?.groups ?? {};
    return ids.split(', ').map((id) => ({ id, asked, met, held }));
  });
const filesIn = (text: string): string[] => [...text.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, file = '']) => file);

describe('the ASVS list', () => {
  it('has each row once', () => {
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.map(({ id }) => id).filter((id) => !/^V\d+\.\d+\.\d+$/.test(id))).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('says how each row is met and names its test, or gives a reason', () => {
    expect(rows.filter(({ met, asked }) => met === '' || asked === '').map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ held }) => held !== '' && filesIn(held).length === 0).map(({ id }) => id)).toEqual([]);
    // unmet rows, rows of the operator and defaults of the runtime need no test
    const unheld = rows.filter(({ held, met }) => held === '' && !/Not met|operator|defaults/.test(met));
    expect(unheld.map(({ id }) => id)).toEqual([]);
    const unmet = rows.filter(({ met }) => met.startsWith('Not met'));
    expect(unmet.filter(({ met }) => !met.includes('because')).map(({ id }) => id)).toEqual([]);
  });

  it('names existing tests', () => {
    const existing = new Set(
      execFileSync('git', ['ls-files'], { cwd: repoRoot, encoding: 'utf8' })
        .split('\n')
        .map((file) => path.basename(file)),
    );
    const named = rows.flatMap(({ met, held }) => [...filesIn(met), ...filesIn(held)]);
    expect(named.filter((file) => !existing.has(file))).toEqual([]);
  });
});
