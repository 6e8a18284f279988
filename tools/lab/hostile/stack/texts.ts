/** Problematic values, by kind: texts, operators, fields and spellings of parameters. */
import fc from 'fast-check';

/** Global set by a script or handler that ran in a page. */
export const HIT = '__symbioHostile';

/** Arbitrary texts of all of Unicode, including lone surrogates. */
const ARBITRARY = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { seed: 1, numRuns: 3 });

export const NASTY: Readonly<Record<string, string>> = {
  script: `<script>window.${HIT}=1</script>`,
  handler: `"><img src=x onerror="window.${HIT}=2"><svg onload="window.${HIT}=3">`,
  'Markdown with script': `[click](javascript:window.${HIT}=4) ![x](x" onerror="window.${HIT}=5) <iframe srcdoc="<script>parent.${HIT}=6</script>">`,
  'a template': `{{constructor.constructor('window.${HIT}=7')()}} \${7*7} <%= 7*7 %>`,
  'right to left': 'gnp.\u202Etxt.exe\u202C \u2067tank\u2069 \u200F',
  'invisible characters': '\u200B\u200C\u200D\u2060\uFEFF',
  NUL: 'tank\u0000.pdf',
  'half a pair': 'tank \uD800 depot',
  'no character': '\uFFFF\uFFFE\u{1FFFF}',
  'marks upon marks': `A${'\u0301'.repeat(5_000)}`,
  'lines and escapes': 'one\r\nSet-Cookie: a=b\r\n\r\n\u001B[31mred\u0007\u0008',
  'a formula': `=cmd|' /C calc'!A0`,
  'a path': '../../../../etc/passwd%00.pdf',
  'a query': `' || '1'=='1'; db.dropDatabase(); //`,
  'an operator': '{"$gt":""}',
  'a name of objects': '__proto__',
  'a family': '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(20),
  'spaces alone': '   \t\u00A0\u3000  ',
  '100,000 characters': 'tank '.repeat(20_000),
  '1 MB': 'x'.repeat(1_000_000),
  ...Object.fromEntries(ARBITRARY.map((text, index) => [`arbitrary text ${index + 1}`, text])),
};

/** Values that replace texts and numbers in bodies. */
export const OPERATORS: Readonly<Record<string, unknown>> = {
  $gt: { $gt: '' },
  $ne: { $ne: null },
  $regex: { $regex: '.*' },
  $where: { $where: 'sleep(5000) || true' },
  $expr: { $expr: { $function: { body: 'function(){while(1);}', args: [], lang: 'js' } } },
  'a list': [{ $gt: '' }, 'x'],
  'a list of lists': [[[]]],
  prototype: JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
  true: true,
  'a number': -1e308,
};

export const EXTRA_FIELDS: readonly unknown[] = [
  JSON.parse('{"__proto__":{"polluted":1}}') as unknown,
  { constructor: { prototype: { polluted: 1 } } },
  { $where: 'sleep(5000)' },
  { $set: { role: 'administrator' } },
  { 'a.b': 1, 'title.$gt': '' },
];

/** Spellings of a parameter that a parser may read as an object or a list. */
export const QUERY_FORMS: readonly ((name: string) => string)[] = [
  (name) => `${name}[$ne]=`,
  (name) => `${name}[$gt]=&${name}=x`,
  (name) => `${name}[$regex]=.*`,
  (name) => `${name}[]=a&${name}[]=b`,
  (name) => `${name}=a&${name}=b`,
  (name) => `${name}.$ne=x`,
  (name) => `${name}=%7B%22%24gt%22%3A%22%22%7D`,
  (name) => `${name}=%00`,
  (name) => `${name}=%ff%fe`,
  (name) => `${name}=.*%5B(%3F`,
  (name) => `__proto__[${name}]=1&constructor[prototype][${name}]=1`,
  (name) => `${name}=${'9'.repeat(400)}`,
];
