import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { PAGE_HEADERS } from './pages.js';

export const SESSION_COOKIE = 'SYMBIO_ISSUER_SESSION';

export type Fields = Record<string, unknown>;

/** Whether a URL or origin is on this machine, the only place where the local issuer serves. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname) && username === '' && password === '';
}

/** Pages of the product that people are sent back to, as the realm file lists them. */
const RETURNS = { signedIn: '/login/callback', signedOut: '/login' } as const;

/**
 * Validates return URLs: with a known product origin only its page for the purpose, by either name of this machine;
 * else any URL on this machine.
 */
export const returnsTo =
  (publicUrl: string | undefined) =>
  (purpose: keyof typeof RETURNS, url: string): boolean => {
    if (!isLoopback(url)) return false;
    if (publicUrl === undefined) return true;
    const page = new URL(RETURNS[purpose], publicUrl);
    page.hostname = new URL(url).hostname;
    return url === page.href;
  };

/** The token of an `Authorization: Bearer` header, or an empty string. */
export function bearerOf(request: Request): string {
  return /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
}

/** Sends an OAuth error. */
export function oauthError(response: Response, status: number, error: string, description: string): void {
  response.status(status).json({ error, error_description: description });
}

export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set(PAGE_HEADERS).send(html);
}

/** The fields of a form, if any. */
export function fieldsOf(request: Request): Fields {
  return (request.body as Fields | undefined) ?? {};
}

/** The query of the page's URL without path: the gateway's proxy adds a prefix to the path. */
export function ownQuery(request: Request): string {
  return `?${request.originalUrl.split('?')[1] ?? ''}`;
}

/** Client id and secret of an `Authorization: Basic` header. */
export function basicCredentials(request: Request): Fields {
  const encoded = /^Basic (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return {};
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decodeFormText);
  return { client_id: id, client_secret: secret };
}

function decodeFormText(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value; // not encoded, contrary to RFC 6749
  }
}

/** A field as text; other types become empty. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The supported scopes among those requested. */
export function scopeOf(fields: Fields): string {
  const asked = new Set(text(fields.scope).split(' '));
  return ['openid', 'email', 'profile'].filter((scope) => scope !== 'openid' || asked.has(scope)).join(' ');
}

/** Compares secrets in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The browser session's cookie, or an empty string. */
export function cookieOf(request: Request): string {
  const found = (request.get('cookie') ?? '').split('; ').find((part) => part.startsWith(`${SESSION_COOKIE}=`));
  return found?.slice(SESSION_COOKIE.length + 1) ?? '';
}
