import type { CallParent, Client } from '@symbio/rpc';
import { escapeHtml, type Mail, type Mailer } from '@symbio/mail';
import type { IdentityServiceService } from '@symbio/proto/identity';
import type { Webhook } from '@symbio/proto/webhook';
import type { WebhookFailure } from '@symbio/proto/webhook/vocabulary';
import { urlOf } from './addresses.js';

const REASONS: Readonly<Record<WebhookFailure, string>> = {
  failing: 'Every delivery to it has failed for three days.',
  gone: 'Its receiver answered 410 Gone, which asks for nothing more.',
  no_access: 'The key that made it was revoked or has expired, or the rights that it needs were taken away.',
};

export function failureMail({ url, failure }: Pick<Webhook, 'url' | 'failure'>, settings: string): Mail {
  const reason = REASONS[failure as WebhookFailure] ?? '';
  const consequence =
    'Nothing is sent to it any more. What could not be delivered until now can be sent again by hand for 30 days.';
  const host = urlOf(url)?.host ?? url;
  return {
    subject: `A webhook was switched off: ${host}`,
    text: `The webhook ${url} was switched off.\n\n${reason}\n\n${consequence}\n\nSwitch it on again: ${settings}\n`,
    html: [
      '<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#242424">',
      `<p>The webhook <code>${escapeHtml(url)}</code> was switched off.</p><p>${reason}</p><p>${consequence}</p>`,
      `<p><a href="${escapeHtml(settings)}">Switch it on again</a></p></div>`,
    ].join(''),
  };
}

export interface FailureMailDeps {
  identity: Pick<Client<typeof IdentityServiceService>, 'getMailAddresses'>;
  asSelf: () => Promise<CallParent>;
  mailer: Pick<Mailer, 'send'>;
  origin: string;
}

/** Mails the owner if they have an address. @throws if the mail server refuses it */
export const mailOwner =
  ({ identity, asSelf, mailer, origin }: FailureMailDeps) =>
  async (webhook: Webhook): Promise<void> => {
    const { addresses } = await identity.getMailAddresses({ ids: [webhook.ownerId] }, await asSelf());
    const mail = failureMail(webhook, `${origin.replace(/\/+$/, '')}/settings/public-api`);
    for (const { name, email } of addresses) await mailer.send({ name, email }, mail);
  };
