import { expect } from '@jest/globals';
import { eventually as lookUntil } from '@symbio/kit/testing/eventually';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { EFFECT_MS } from './patience.js';

export { LOCAL_PASSWORD };
/** Polling interval in milliseconds; each poll costs the stack work. */
const LOOK_MS = { first: 150, most: 150 };
export const LOCAL_API_KEY = 'sk_local_0000000000000000000000000000';

export function stackUrl(): string {
  const url = process.env['E2E_URL'];
  if (!url) throw new Error('E2E_URL is set by e2e/global-setup.mjs');
  return url;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface ErrorBody {
  error: string;
  code: string;
  request_id: string;
  fields?: Record<string, string>;
}

export interface Project {
  id: string;
  number: string;
  title: string;
  status: string;
  due_date: string;
  has_annotations: boolean;
  created_by: string;
  updated_at: string;
  progress: { insights: string; data: { historic: string; pages: string } };
}
export interface Document {
  id: string;
  category: string;
  title: string;
  file_name: string;
  file_path: string;
  file_url: string;
  file_size: number;
  mime_type: string;
  total_pages: number;
  processing_status: string;
  processing_error: string;
}
export interface Page {
  id: string;
  page_number: number;
  status: string;
  width: number;
  height: number;
  image_url: string;
  thumbnail_url: string;
  metadata: { page_type: string | null; year?: number };
  tile_source: { Image: { Url: string; Format: string; Size: { Width: string; Height: string } } } | null;
}
export type One<T> = { data: T };
export interface Many<T> {
  data: T[];
  count: number;
}

/** Milliseconds after which a caller signs in again: well before an access token expires after five minutes. */
const TOKEN_USE_MS = 120_000;

/** An API client: a user who stays signed in for the whole run, a token, an API key, or anonymous. */
export class Api {
  #token: string | undefined;
  #email: string | undefined;
  #renewAt = Infinity;
  /** Shared by concurrent calls: sign-ins are rate-limited by address. */
  #signingIn: Promise<void> | undefined;

  /** @param token access token or API key, used unchanged; undefined: anonymous */
  constructor(token: string | undefined) {
    this.#token = token;
  }

  /** Signs in with a local account, and again before the token expires. */
  static async signIn(email: string): Promise<Api> {
    const api = new Api(undefined);
    api.#email = email;
    await api.#signIn(email);
    return api;
  }

  async #signIn(email: string): Promise<void> {
    const asked = Date.now();
    const { status, body } = await new Api(undefined).post<{ access_token: string }>('/api/auth/sign-in', {
      email,
      password: LOCAL_PASSWORD,
    });
    expect([email, status]).toEqual([email, 200]);
    this.#token = body.access_token;
    this.#renewAt = asked + TOKEN_USE_MS;
  }

  async authorization(): Promise<Record<string, string>> {
    if (this.#email !== undefined && Date.now() > this.#renewAt) {
      this.#signingIn ??= this.#signIn(this.#email).finally(() => (this.#signingIn = undefined));
      await this.#signingIn;
    }
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  get = <T>(path: string, headers: Record<string, string> = {}) => this.send<T>('GET', path, undefined, headers);
  post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send<T>('POST', path, body, headers);
  put = <T>(path: string, body: unknown) => this.send<T>('PUT', path, body);
  delete = <T>(path: string) => this.send<T>('DELETE', path);

  async send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const form = body instanceof FormData;
    const response = await fetch(`${stackUrl()}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(await this.authorization()),
        ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, body: (json ? JSON.parse(text) : text) as T, headers: response.headers };
  }

  upload(projectId: string, files: { name: string; bytes: Uint8Array; type?: string }[], category?: string) {
    const form = new FormData();
    form.append('project_id', projectId);
    if (category) form.append('category', category);
    for (const { name, bytes, type = 'application/pdf' } of files)
      form.append('files', new Blob([new Uint8Array(bytes)], { type }), name);
    return this.post<{ data: { document?: Document; error?: string; file_name?: string }[] }>('/api/documents', form);
  }

  /** Uploads one file; expects success. */
  async uploadOne(projectId: string, name: string, bytes: Uint8Array, category?: string): Promise<Document> {
    const { status, body } = await this.upload(projectId, [{ name, bytes }], category);
    expect({ status, body }).toMatchObject({ status: 201, body: { data: [{ document: { file_name: name } }] } });
    return (body.data[0] as { document: Document }).document;
  }

  /** Processes a document and waits until it is ready or has failed. */
  async process(document: Document, projectId: string): Promise<Document> {
    const started = await this.post<{ success: boolean; jobId: string }>('/api/document-processor', {
      documentId: document.id,
      projectId,
    });
    expect(started).toMatchObject({ status: 200, body: { success: true } });
    return this.settled(document.id);
  }

  /** Waits until no job works on a document. */
  settled(documentId: string): Promise<Document> {
    return eventually(async () => {
      const { body } = await this.get<One<Document>>(`/api/documents/${documentId}`);
      expect(['pages_ready', 'analysis_complete', 'failed']).toContain(body.data.processing_status);
      return body.data;
    });
  }

  async createProject(title: string): Promise<Project> {
    const { status, body } = await this.post<One<Project>>('/api/public/projects', projectFields(title));
    expect(status).toBe(201);
    return body.data;
  }
}

export const projectFields = (title: string) => ({
  title,
  due_date: '2027-03-31',
  property_address: '401 East 21st Street',
  property_city: 'New York',
  property_state: 'NY',
  property_zip: '10010',
  client_company: 'Gashouse District Partners',
  client_email: 'desk@gashouse.example',
});

/** Retries until `check` succeeds. */
export const eventually = <T>(check: () => Promise<T>): Promise<T> => lookUntil(check, EFFECT_MS, LOOK_MS);
