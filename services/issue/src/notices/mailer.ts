import { createTransport } from 'nodemailer';
import type { Address } from './sending.js';
import type { Mail } from './digest.js';

export interface MailerSettings {
  /** Mail server, for example smtps://user:password@mail.example.com. */
  smtpUrl: string;
  /** Whom mail is from, for example Symbio <symbio@example.com>. */
  from: string;
}

export interface Mailer {
  /**
   * @param oneClick where a POST ends mail about the one issue that the mail is about (RFC 8058); absent when it is about several
   * @throws when the server did not take it
   */
  send(to: Address, mail: Mail, oneClick?: string): Promise<void>;
  close(): void;
}

/** Sends mail by SMTP, a few at a time over kept connections. */
export function createMailer({ smtpUrl, from }: MailerSettings): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    async send({ name, email }, { subject, text, html }, oneClick) {
      await transport.sendMail({
        to: { name, address: email },
        subject,
        text,
        html,
        headers: {
          // what no person wrote gets no answer from an absent one's mailbox (RFC 3834)
          'Auto-Submitted': 'auto-generated',
          ...(oneClick && {
            'List-Unsubscribe': `<${oneClick}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
}
