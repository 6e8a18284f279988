import { canonicalJson, evidenceHash } from './canonical.js';
import { sampleEvidence } from './testing/sample-evidence.js';

it('canonical JSON sorts fields by UTF-16 units and writes numbers in one way (RFC 8785)', () => {
  const value = { '\u20ac': 1e21, b: [0.1 + 0.2, -0, 1e-7], a: 'é\n', absent: undefined };
  expect(canonicalJson(value)).toBe('{"a":"é\\n","b":[0.30000000000000004,0,1e-7],"€":1e+21}');
  expect(() => canonicalJson({ a: Number.NaN })).toThrow();
});

it('the hash of evidence does not depend on the order of fields', () => {
  const evidence = sampleEvidence();
  const reversed = Object.fromEntries(Object.entries(evidence).toReversed()) as unknown as typeof evidence;
  expect(evidenceHash(reversed)).toBe(evidenceHash(evidence));
  expect(evidenceHash({ ...evidence, format: 1, gaps: [] })).not.toBe(evidenceHash(evidence));
});
