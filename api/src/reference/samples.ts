import type { ReferenceOperation } from './reference.js';

export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };

type Sampled = Pick<ReferenceOperation, 'access' | 'method' | 'path' | 'query' | 'example' | 'body' | 'answer'>;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPicture = ({ answer }: Sampled): boolean => !answer.contentTypes.includes('application/json');
const isForm = ({ body }: Sampled): boolean => body?.contentType === 'multipart/form-data';
const filesOf = ({ body }: Sampled): string[] =>
  (body?.shapes ?? []).flatMap(({ fields }) => fields.filter(({ type }) => type.startsWith('file'))).map((f) => f.name);

const given = ({ example }: Sampled) => ({ params: example.params ?? {}, query: example.query ?? {} });

/** Path with values and query. */
export function addressOf(operation: Sampled): string {
  const { params, query } = given(operation);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));
  // keep commas and colons readable
  const text = new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? path : `${path}?${text}`;
}

class Expression {
  constructor(readonly text: string) {}
}

interface Notation {
  key: (name: string) => string;
  text: (value: string) => string;
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
}

/** Indented by two or four spaces. */
function written(value: unknown, notation: Notation, indent: string, at = ''): string {
  if (value instanceof Expression) return value.text;
  if (value === null || value === undefined) return notation.words.null;
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (typeof value === 'string') return notation.text(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return `[${value.map((item) => written(item, notation, indent, at)).join(', ')}]`;
  const deeper = at + indent;
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${deeper}${written(item, notation, indent, deeper)},\n`).join('')}${at}]`;
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    const lines = entries.map(
      ([name, item]) => `${deeper}${notation.key(name)}: ${written(item, notation, indent, deeper)},\n`,
    );
    return `{\n${lines.join('')}${at}}`;
  }
  return JSON.stringify(value);
}

const singleQuoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const TYPESCRIPT: Notation = {
  key: (name) => (IDENTIFIER.test(name) ? name : singleQuoted(name)),
  text: singleQuoted,
  words: { true: 'true', false: 'false', null: 'null' },
};
const PYTHON: Notation = {
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
};

const shellQuoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** Environment variable with the credential. */
const credentialOf = ({ access }: Sampled): string => (access === 'people' ? 'SYMBIO_ACCESS_TOKEN' : 'SYMBIO_API_KEY');

function curl(operation: Sampled, base: string): string {
  const { method, example } = operation;
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${base}${addressOf(operation)}"`,
    `  -H "Authorization: Bearer $${credentialOf(operation)}"`,
  ];
  if (isForm(operation)) {
    for (const [name, value] of Object.entries(isObject(example.body) ? example.body : {}))
      lines.push(`  -F ${shellQuoted(`${name}=${String(value)}`)}`);
    for (const name of filesOf(operation)) lines.push(`  -F "${name}=@picture.png"`);
  } else if (operation.body) {
    lines.push('  -H "Content-Type: application/json"');
    lines.push(`  -d ${shellQuoted(JSON.stringify(example.body ?? {}, null, 2))}`);
  }
  if (isPicture(operation)) lines.push('  -o answer');
  return lines.join(' \\\n');
}

function typescript(operation: Sampled, base: string): string {
  const { method, path, example } = operation;
  const { params, query } = given(operation);
  const init: Record<string, unknown> = {};
  const named = {
    ...(Object.keys(params).length > 0 ? { path: params } : {}),
    ...(Object.keys(query).length > 0 ? { query: typed(query, operation) } : {}),
  };
  if (Object.keys(named).length > 0) init.params = named;
  if (isForm(operation)) init.body = new Expression('form as never');
  else if (operation.body) init.body = example.body ?? {};
  if (isPicture(operation)) init.parseAs = 'blob';
  const more = Object.keys(init).length > 0 ? `, ${written(init, TYPESCRIPT, '  ')}` : '';
  const form = [
    'const form = new FormData();',
    ...filesOf(operation).map((name) => `form.append('${name}', await openAsBlob('picture.png'), 'picture.png');`),
  ];
  return [
    ...(isForm(operation) ? ["import { openAsBlob } from 'node:fs';"] : []),
    "import { createSymbioClient } from '@symbio/client';",
    '',
    `const symbio = createSymbioClient({ baseUrl: '${base.replace(/\/api\/public$/, '')}', apiKey: process.env.${credentialOf(operation)}! });`,
    '',
    ...(isForm(operation) ? form : []),
    `const answer = await symbio.${method}('${path}'${more});`,
  ].join('\n');
}

/** Query values by type: numbers and flags unquoted. */
function typed(query: Record<string, string>, operation: Sampled): Record<string, unknown> {
  const types = new Map(operation.query.map((field) => [field.name, field.type]));
  const valueOf = (name: string, text: string): unknown => {
    const type = types.get(name);
    if (type === 'integer' || type === 'number') return Number(text);
    return type === 'boolean' ? text === 'true' : text;
  };
  return Object.fromEntries(
    Object.entries(query).map(([name, text]): [string, unknown] => [name, valueOf(name, text)]),
  );
}

function python(operation: Sampled, base: string): string {
  const { method, example } = operation;
  const { params, query } = given(operation);
  const path = addressOf({ ...operation, example: { params } });
  const named = [
    ...(Object.keys(query).length > 0 ? [`params=${written(query, PYTHON, '    ')}`] : []),
    ...(isForm(operation)
      ? [
          `files={${filesOf(operation)
            .map((name) => `"${name}": open("picture.png", "rb")`)
            .join(', ')}}`,
        ]
      : operation.body
        ? [`json=${written(example.body ?? {}, PYTHON, '    ')}`]
        : []),
  ];
  const call = method === 'delete' && operation.body ? `request("DELETE", "${path}"` : `${method}("${path}"`;
  return [
    'import os',
    'import httpx',
    '',
    'symbio = httpx.Client(',
    `    base_url="${base}",`,
    `    headers={"Authorization": f"Bearer {os.environ['${credentialOf(operation)}']}"},`,
    ')',
    `answer = symbio.${[call, ...named].join(', ')})`,
    'answer.raise_for_status()',
    isPicture(operation) ? 'picture = answer.content' : 'print(answer.json())',
  ].join('\n');
}

const WRITERS: Record<Language, (operation: Sampled, base: string) => string> = { curl, typescript, python };

/**
 * The example request of an operation, ready to run.
 * @param prefix API path prefix
 */
export const sampleRequest = (operation: Sampled, language: Language, origin: string, prefix: string): string =>
  WRITERS[language](operation, `${origin}${prefix}`);
