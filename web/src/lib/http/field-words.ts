/** Says the API's names of fields in words, as a person reads them. */

/** Names that are not words. */
const NAMES: Readonly<Record<string, string>> = { q: 'search text' };

const nameInWords = (name: string): string =>
  NAMES[name] ??
  name
    .replace(/_id$|_ft$|(?<=[a-z])Id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const isPosition = (part: string): boolean => /^\d+$/.test(part);

/** `Delivery date` of `delivery_date`, `Answers 4, note` of `answers.3.note`. */
function pathInWords(path: string): string {
  const [first = '', ...rest] = path.split('.');
  const words = rest.reduce(
    (before, part) => (isPosition(part) ? `${before} ${Number(part) + 1}` : `${before}, ${nameInWords(part)}`),
    nameInWords(first),
  );
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A field's message that begins with the API's name of the field; others stay. */
export function messageInWords(path: string, message: string): string {
  const name = [path, path.split('.').at(-1) ?? ''].find((each) => message.startsWith(`${each} `));
  return name === undefined ? message : `${pathInWords(path)}${message.slice(name.length)}`;
}
