import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@symbio/runtime';

/** Validity in days, since mails may be read late. */
const DAYS = 90;
/** Domain separation from other signatures with the same secret. */
const PURPOSE = 'issue-unfollow';

export interface UnfollowTarget {
  userId: string;
  issueId: string;
}

export interface UnfollowTokens {
  make(who: UnfollowTarget): string;
  /** Undefined if invalid or expired. */
  read(token: string): UnfollowTarget | undefined;
}

/** @param secrets at least 16 characters each; the first signs, all verify */
export function unfollowTokens(secrets: readonly [string, ...string[]], clock: Clock): UnfollowTokens {
  const signWith = (secret: string, payload: string): Buffer =>
    createHmac('sha256', secret).update(`${PURPOSE}.${payload}`).digest();
  return {
    make({ userId, issueId }) {
      const expires = Math.floor(clock.now().getTime() / 1_000) + DAYS * 86_400;
      const payload = Buffer.from(JSON.stringify([userId, issueId, expires])).toString('base64url');
      return `${payload}.${signWith(secrets[0], payload).toString('base64url')}`;
    },
    read(token) {
      const [payload = '', signature = '', ...rest] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isValid = secrets
        .map((secret) => signWith(secret, payload))
        .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
      if (rest.length > 0 || !isValid) return undefined;
      const [userId, issueId, expires] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        string,
        string,
        number,
      ];
      return expires * 1_000 > clock.now().getTime() ? { userId, issueId } : undefined;
    },
  };
}
