import { isWrite, type ReferenceOperation } from '@symbio/api/reference';

export interface Filled {
  /** By location and name: `query.page`. */
  values: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  files: Readonly<Record<string, readonly File[]>>;
}

export const isForm = ({ body }: ReferenceOperation): boolean => body?.contentType === 'multipart/form-data';

export const formFieldsOf = ({ body }: ReferenceOperation) => (body?.shapes ?? []).flatMap(({ fields }) => fields);
export const isFileField = ({ type }: { type: string }): boolean => type.startsWith('file');

export function initial({ example, body }: ReferenceOperation): Filled {
  const placed = (place: string, values: object = {}): [string, string][] =>
    Object.entries(values).map(([name, value]) => [`${place}.${name}`, String(value)]);
  const isJson = body?.contentType === 'application/json';
  return {
    values: Object.fromEntries([
      ...placed('path', example.params),
      ...placed('query', example.query),
      ...(isJson ? [] : placed('form', example.body ?? {})),
    ]),
    body: isJson ? JSON.stringify(example.body ?? {}, null, 2) : '',
    files: {},
  };
}

export function problemsOf(operation: ReferenceOperation, filled: Filled, apiKey: string): Record<string, string> {
  const problems: Record<string, string> = {};
  if (operation.access !== 'open' && apiKey.trim() === '') problems.key = `Enter an ${credentialName(operation)}`;
  for (const { name } of operation.params)
    if (!filled.values[`path.${name}`]) problems[`path.${name}`] = `${name} is required`;
  if (operation.body && !isForm(operation)) {
    try {
      JSON.parse(filled.body);
    } catch {
      problems.body = 'The body is not JSON';
    }
  }
  return problems;
}

function formOf(operation: ReferenceOperation, { values, files }: Filled): FormData {
  const form = new FormData();
  const fields = formFieldsOf(operation);
  // streaming servers need the other fields before the files
  for (const { name } of fields.filter((field) => !isFileField(field))) {
    const value = values[`form.${name}`];
    if (value) form.append(name, value);
  }
  for (const { name } of fields.filter(isFileField)) for (const file of files[name] ?? []) form.append(name, file);
  return form;
}

/** Authenticated by the entered key instead of the session. */
export function requestOf(
  operation: ReferenceOperation,
  filled: Filled,
  apiKey: string,
  prefix: string,
): { url: string; init: RequestInit } {
  const { method, path, query, headers, body } = operation;
  const { values } = filled;
  const asked = new URLSearchParams(
    query.flatMap(({ name }): [string, string][] => {
      const value = values[`query.${name}`];
      return value ? [[name, value]] : [];
    }),
  ).toString();
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[`path.${name}`] ?? ''),
  );
  const sent = new Headers();
  if (apiKey.trim() !== '') sent.set('authorization', `Bearer ${apiKey.trim()}`);
  for (const { name } of headers) {
    const value = values[`header.${name}`];
    if (value) sent.set(name, value);
  }
  if (body && !isForm(operation)) sent.set('content-type', 'application/json');
  return {
    url: `${prefix}${filledPath}${asked === '' ? '' : `?${asked}`}`,
    init: {
      method: method.toUpperCase(),
      headers: sent,
      credentials: 'omit',
      ...(body ? { body: isForm(operation) ? formOf(operation, filled) : filled.body } : {}),
    },
  };
}

/** Operations for people refuse keys. */
export const credentialName = ({ access }: Pick<ReferenceOperation, 'access'>): string =>
  access === 'people' ? 'access token' : 'API key';

/** Writes need confirmation. */
export const changesSomething = ({ access }: ReferenceOperation, { values }: Filled): boolean =>
  isWrite(access) && values['query.dry_run'] !== 'true';

export interface TriedAnswer {
  status: number;
  statusText: string;
  headers: [string, string][];
  /** JSON is formatted. */
  text?: string;
  picture?: Blob;
}

const MAX_SHOWN = 200_000;

export async function triedAnswer(response: Response): Promise<TriedAnswer> {
  const { status, statusText, headers } = response;
  const about = { status, statusText, headers: [...headers] };
  if (headers.get('content-type')?.startsWith('image/')) return { ...about, picture: await response.blob() };
  const text = await response.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // not JSON: show unformatted
  }
  return { ...about, text: shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown };
}
