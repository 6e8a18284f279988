/** Recorded answers of `npm audit --json`, shortened. */
import { complaints, EXPLAINED, MOST_DAYS, readAudit, type Explained } from './advisories.js';

const NOTHING = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {},
  metadata: { vulnerabilities: { total: 0 } },
});
const ADVISORY = {
  source: 1_106_913,
  name: 'minimist',
  dependency: 'minimist',
  title: 'Prototype Pollution in minimist',
  url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
  severity: 'critical',
  range: '<0.2.4',
};
const ONE = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    minimist: { name: 'minimist', severity: 'critical', via: [ADVISORY], nodes: ['node_modules/minimist'] },
    mkdirp: { name: 'mkdirp', severity: 'critical', via: ['minimist'], nodes: ['node_modules/mkdirp'] },
  },
});
const NO_ENDPOINT = JSON.stringify({
  message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  statusCode: 405,
  error: { summary: '', detail: '' },
});
const AWAY = JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request to https://registry.example failed' } });

const explained = (change: Partial<Explained> = {}): Explained => ({
  id: 'GHSA-xvch-5gv4-984h',
  package: 'minimist',
  why: 'arguments of a program of the build',
  until: '2027-01-31',
  ...change,
});
const advisoriesOf = (text: string) => {
  const audit = readAudit(text);
  if (audit.is !== 'answered') throw new Error(audit.why);
  return audit.advisories;
};

describe('advisories', () => {
  it('do not exist, or are explained once', () => {
    expect(advisoriesOf(NOTHING)).toEqual([]);
    expect(advisoriesOf(ONE)).toEqual([
      { id: 'GHSA-xvch-5gv4-984h', package: 'minimist', severity: 'critical', title: ADVISORY.title },
    ]);
  });

  it.each([
    [NO_ENDPOINT, '405 Method Not Allowed - POST the registry'],
    [AWAY, 'request to the registry failed'],
  ])('are unknown when the registry does not report them', (text, why) => {
    expect(readAudit(text)).toEqual({ is: 'unavailable', why });
  });

  it.each(['{}', '{"auditReportVersion":3,"vulnerabilities":{}}', '<html>', '[]'])('are not ignored for %s', (text) => {
    expect(() => readAudit(text)).toThrow();
  });

  it('are not ignored when packages are listed without one', () => {
    const odd = JSON.stringify({ auditReportVersion: 2, vulnerabilities: { a: { via: ['b'] } } });
    expect(() => readAudit(odd)).toThrow('no advisory');
  });

  it.each<[string, Explained[], RegExp[]]>([
    ['nobody looked at it', [], [/GHSA-xvch-5gv4-984h \(critical\), Prototype Pollution/]],
    ['it was explained', [explained()], []],
    ['the explanation is over', [explained({ until: '2026-11-23' })], [/explained until 2026-11-23, look again/]],
    [
      'another package was explained',
      [explained({ package: 'other' })],
      [/minimist: GHSA/, /other: .* no longer named/],
    ],
  ])('when %s', (_what, list, expected) => {
    const found = complaints(advisoriesOf(ONE), list, '2026-11-23');
    expect(found.length).toBe(expected.length);
    for (const [index, text] of expected.entries()) expect(found[index]).toMatch(text);
  });

  it('with an outdated explanation must be removed from the list', () => {
    expect(complaints([], [explained()], '2026-11-23')).toEqual([expect.stringContaining('no longer named')]);
  });
});

it('each explanation has a reason and an expiry date', () => {
  const last = new Date(Date.now() + MOST_DAYS * 86_400_000).toISOString().slice(0, 10);
  const wrong = EXPLAINED.filter(
    ({ why, until }) => why.length < 20 || !/^\d{4}-\d\d-\d\d$/.test(until) || until > last,
  );
  expect(wrong).toEqual([]);
});
