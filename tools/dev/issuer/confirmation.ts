/** Address confirmation by a mailed link. */
import express, { type Router } from 'express';
import { createTransport } from 'nodemailer';
import { ADMIN_BASE, withUser, type AdminParts } from './admin-parts.js';
import { returnsTo, sendPage, text } from './http.js';
import { BASE } from './oidc-parts.js';
import { messagePage } from './pages.js';
import type { User } from './store.js';

/** Keycloak's default for links sent by an administrator: 12 hours. */
const LINK_SECONDS = 12 * 3600;
const VERIFY_EMAIL = 'verify-email';

export interface MailSettings {
  /** SMTP URL; without it the call fails with 500, as in Keycloak. */
  smtpUrl?: string;
  /** Origin whose `/api/auth/confirm` is linked; defaults to the issuer itself. */
  publicUrl?: string;
}

export function confirmationRoutes({ store, tokens }: AdminParts, { smtpUrl, publicUrl }: MailSettings): Router {
  const router = express.Router();

  const linkFor = async (user: User, back: string | undefined): Promise<string> => {
    const token = await tokens.forAction({ typ: VERIFY_EMAIL, email: user.email, back }, user.id, LINK_SECONDS);
    return publicUrl === undefined
      ? `${tokens.issuer}/login-actions/action-token?key=${encodeURIComponent(token)}`
      : `${publicUrl}/api/auth/confirm?token=${encodeURIComponent(token)}`;
  };

  router.put(
    `${ADMIN_BASE}/users/:id/send-verify-email`,
    withUser(store, async (user, request, response) => {
      const back = typeof request.query.redirect_uri === 'string' ? request.query.redirect_uri : undefined;
      if (back !== undefined && !returnsTo(publicUrl)('confirmed', back)) {
        response.status(400).json({ errorMessage: 'Invalid redirect uri.' });
        return;
      }
      if (smtpUrl === undefined) {
        response.status(500).json({ errorMessage: 'Failed to send execute actions email: SMTP_URL is not set' });
        return;
      }
      await mailLink(smtpUrl, user, await linkFor(user, back));
      response.sendStatus(204);
    }),
  );

  // Target of the mailed link. Not under /admin: anyone with the mail may follow it.
  router.get(`${BASE}/login-actions/action-token`, async (request, response) => {
    const claims = await tokens.read(text(request.query.key), VERIFY_EMAIL);
    const user = claims?.sub === undefined ? undefined : store.user(claims.sub);
    const back = typeof claims?.back === 'string' ? claims.back : undefined;
    // the link was used, or the address has changed since
    if (!user || user.email !== claims?.email || user.emailVerified) {
      sendPage(response, 400, messagePage('Link not valid', 'This confirmation link is over or was used before.'));
      return;
    }
    await store.putUser({ ...user, emailVerified: true });
    if (back !== undefined) response.redirect(302, back);
    else sendPage(response, 200, messagePage('Address confirmed', 'You can sign in now.'));
  });

  return router;
}

async function mailLink(smtpUrl: string, { email, name }: User, link: string): Promise<void> {
  await createTransport(smtpUrl).sendMail({
    from: 'Symbio <no-reply@symbio.test>',
    to: email,
    subject: 'Confirm your email address',
    text: `Hello ${name},\n\nopen this link to confirm your email address and start using Symbio:\n\n${link}\n\nIt is good for 12 hours. If you did not sign up, ignore this message.\n`,
  });
}
