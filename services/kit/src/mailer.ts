/** Mail by SMTP. Not among the other exports: few processes send mail, and the others need not load it. */
import { createTransport } from 'nodemailer';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** Whom a mail is for. */
export interface Recipient {
  name: string;
  email: string;
}

/** A text as the HTML of a mail shows it, also between the quotes of an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface MailerSettings {
  /** Mail server, for example smtps://user:password@mail.example.com. */
  smtpUrl: string;
  /** Whom mail is from, for example Symbio <symbio@example.com>. */
  from: string;
}

export interface Mailer {
  /**
   * @param oneClick where a POST ends mail about the one thing that the mail is about (RFC 8058); absent when there is none
   * @throws when the server did not take it
   */
  send(to: Recipient, mail: Mail, oneClick?: string): Promise<void>;
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
