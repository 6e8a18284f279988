import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { KeyValue } from '@symbio/events';
import type { Logger } from '@symbio/runtime';
import { hiddenCookie } from './cookies.js';

export const BROWSERS_BUCKET = 'known-browsers';
export const BROWSERS_MS = 90 * 24 * 60 * 60_000;

/** Cookie value: 128 random bits. */
const BROWSER = /^[\w-]{22}$/;
const BROWSER_BYTES = 16;

/**
 * Browsers that have signed in. Unknown ones share a limit of guesses per account, so attackers cannot lock out its
 * owner.
 */
export interface KnownBrowsers {
  isKnown(request: Request, email: string): Promise<boolean>;
  remember(request: Request, response: Response, email: string): Promise<void>;
}

export interface KnownBrowsersOptions {
  browsers: KeyValue;
  secureCookie: boolean;
  log: Logger;
}

/** A browser is identified by a random cookie, stored hashed together with the account. */
export function knownBrowsers({ browsers, secureCookie, log }: KnownBrowsersOptions): KnownBrowsers {
  const cookie = hiddenCookie('symbio_browser', '/api/auth/sign-in', secureCookie);
  const browserOf = (request: Request): string | undefined => {
    const value = cookie.read(request);
    return value && BROWSER.test(value) ? value : undefined;
  };
  const keyOf = (browser: string, email: string): string =>
    createHash('sha256').update(`${browser}\n${email.trim().toLowerCase()}`).digest('base64url');
  return {
    async isKnown(request, email) {
      const browser = browserOf(request);
      if (!browser) return false;
      try {
        return (await browsers.get(keyOf(browser, email))) !== undefined;
      } catch (error) {
        log.warn({ err: error }, 'known browsers unavailable; treating all browsers as unknown');
        return false;
      }
    },
    async remember(request, response, email) {
      const browser = browserOf(request) ?? randomBytes(BROWSER_BYTES).toString('base64url');
      try {
        await browsers.set(keyOf(browser, email), true);
        cookie.set(response, browser, BROWSERS_MS);
      } catch (error) {
        log.warn({ err: error }, 'known browser not stored');
      }
    },
  };
}
