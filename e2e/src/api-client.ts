import { expect } from '@jest/globals';
import { ApiClient } from '@symbio/fixtures/api-client';
import { formParts, HttpClient, jsonParts, type Answer as HttpAnswer, type Parts } from '@symbio/fixtures/http-client';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { projectFields as fieldsOfProject } from '@symbio/fixtures/samples';
import { eventually as untilDone } from '@symbio/runtime/testing/eventually';
import { EFFECT_MS } from './timeouts.js';

export { LOCAL_PASSWORD };
/** Milliseconds; each poll costs the stack work. */
const POLL_MS = { first: 150, most: 150 };
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

/** Connections by origin: a test of failures has a stack of its own. */
const connections = new Map<string, HttpClient>();

function connection(): HttpClient {
  const url = stackUrl();
  const known = connections.get(url) ?? new HttpClient(url);
  connections.set(url, known);
  return known;
}

function headersOf(answer: HttpAnswer): Headers {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(answer.headers))
    for (const one of [value].flat()) headers.append(name, one);
  return headers;
}

/** Common client, which returns every answer with its parsed body instead of throwing. */
export class Api {
  readonly #client: ApiClient;

  /** @param as access token, API key, or a user who stays signed in; undefined: anonymous */
  constructor(as: string | { email: string; password: string } | undefined) {
    this.#client = new ApiClient(connection(), typeof as === 'string' ? { token: as } : as);
  }

  static async signIn(email: string): Promise<Api> {
    const api = new Api({ email, password: LOCAL_PASSWORD });
    await api.authorization();
    return api;
  }

  authorization = (): Promise<Record<string, string>> => this.#client.authorization();
  get = <T>(path: string, headers: Record<string, string> = {}) => this.send<T>('GET', path, undefined, headers);
  post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send<T>('POST', path, body, headers);
  put = <T>(path: string, body: unknown) => this.send<T>('PUT', path, body);
  delete = <T>(path: string) => this.send<T>('DELETE', path);

  async send<T>(
    method: string,
    path: string,
    content?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const parts: Parts =
      content instanceof FormData ? await formParts(content) : content === undefined ? {} : jsonParts(content);
    const answer = await this.#client.send(method, path, {
      ...parts,
      headers: { ...parts.headers, ...headers },
      timeoutMs: EFFECT_MS,
    });
    const text = answer.body.toString();
    const isJson = answer.headers['content-type']?.includes('application/json');
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: headersOf(answer) };
  }

  upload(projectId: string, files: { name: string; bytes: Uint8Array; type?: string }[], category?: string) {
    const form = new FormData();
    form.append('project_id', projectId);
    if (category) form.append('category', category);
    for (const { name, bytes, type = 'application/pdf' } of files)
      form.append('files', new Blob([new Uint8Array(bytes)], { type }), name);
    return this.post<{ data: { document?: Document; error?: string; file_name?: string }[] }>('/api/documents', form);
  }

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
  ...fieldsOfProject(title),
  client_email: 'desk@gashouse.example',
});

export const eventually = <T>(check: () => Promise<T>, patienceMs = EFFECT_MS): Promise<T> =>
  untilDone(check, patienceMs, POLL_MS);
