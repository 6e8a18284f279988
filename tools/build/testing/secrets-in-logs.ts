import fs from 'node:fs';
import path from 'node:path';

const SHAPES: readonly [what: string, shape: RegExp][] = [
  ['a token (JWT)', /\beyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a credential in a header', /\b(?:bearer|basic) [\w+/=.-]{12,}/i],
  ['an API key', /\bsk_[0-9a-f]{32,}/],
  ["a webhook's secret", /\bwhsec_[\w+/=]{16,}/],
  ['a signature of an address', /[?&](?:signature|sig|token|code|x-amz-signature)=[\w%+/=.-]{12,}/i],
  // a value with blanks is a sentence about the field; the run's passwords are searched by value
  ['a password', /"(?:password|new_?password|secret_?word|refresh_?token|access_?token)":"(?!\[Redacted\])[^" ]+"/i],
];
/** Shorter values appear in logs by chance. */
const MIN_SECRET = 8;

export interface Leak {
  process: string;
  what: string;
  /** Line without the secret, safe to print. */
  line: string;
}

/**
 * Finds secrets, and texts that a person wrote or uploaded, in a stack's logs.
 * @param folder folder of `<process>.log` files
 * @param values known secrets and contents of this run, by kind
 */
export function leaksIn(folder: string, values: Readonly<Record<string, readonly string[]>>): Leak[] {
  const known = Object.entries(values).flatMap(([what, all]) =>
    all.filter((value) => value.length >= MIN_SECRET).map((value) => [what, value] as const),
  );
  const leakOf = (line: string): Omit<Leak, 'process'> | undefined => {
    for (const [what, shape] of SHAPES) if (shape.test(line)) return { what, line: line.replace(shape, '...') };
    for (const [what, value] of known) if (line.includes(value)) return { what, line: line.replaceAll(value, '...') };
    return undefined;
  };
  const logs = fs.readdirSync(folder).filter((name) => name.endsWith('.log'));
  if (logs.length === 0) throw new Error(`There is no log in ${folder}: nothing was looked at.`);
  return logs.flatMap((name) => {
    const process = path.basename(name, '.log');
    const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
    return lines.flatMap((line) => {
      const leak = leakOf(line);
      return leak ? [{ process, ...leak }] : [];
    });
  });
}
