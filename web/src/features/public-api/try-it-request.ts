import { isWrite, type ReferenceOperation } from '@symbio/api/reference';

/** What a reader has filled in. */
export interface Filled {
  /** By place and name: `query.page`. */
  values: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  /** Files of a form by field. */
  files: Readonly<Record<string, readonly File[]>>;
}

export const isForm = ({ body }: ReferenceOperation): boolean => body?.contentType === 'multipart/form-data';

/** Fields of a form: those of its only shape. */
export const formFieldsOf = ({ body }: ReferenceOperation) => (body?.shapes ?? []).flatMap(({ fields }) => fields);
export const isFileField = ({ type }: { type: string }): boolean => type.startsWith('file');

/** What is filled in at first: the example of the document. */
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

/** What is missing or cannot be read, by field; empty when the request can be sent. */
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
  // a server that reads a form as it comes needs to know what the files belong to before they come
  for (const { name } of fields.filter((field) => !isFileField(field))) {
    const value = values[`form.${name}`];
    if (value) form.append(name, value);
  }
  for (const { name } of fields.filter(isFileField)) for (const file of files[name] ?? []) form.append(name, file);
  return form;
}

/** The request that is sent for what was filled in; with the reader's key, not with the session. */
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

/** What a request is sent with: people's operations refuse keys. */
export const credentialName = ({ access }: Pick<ReferenceOperation, 'access'>): string =>
  access === 'people' ? 'access token' : 'API key';

/** Whether a request changes something, so that the reader is asked first. */
export const changesSomething = ({ access }: ReferenceOperation, { values }: Filled): boolean =>
  isWrite(access) && values['query.dry_run'] !== 'true';

/** What came back. */
export interface TriedAnswer {
  status: number;
  statusText: string;
  headers: [string, string][];
  /** Text, laid out when it is JSON. */
  text?: string;
  picture?: Blob;
}

/** Characters of an answer that are shown. */
const MAX_SHOWN = 200_000;

/** Reads an answer to be shown. */
export async function triedAnswer(response: Response): Promise<TriedAnswer> {
  const { status, statusText, headers } = response;
  const about = { status, statusText, headers: [...headers] };
  if (headers.get('content-type')?.startsWith('image/')) return { ...about, picture: await response.blob() };
  const text = await response.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // a text of another kind is shown as it is
  }
  return { ...about, text: shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown };
}
