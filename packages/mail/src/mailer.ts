/** SMTP mail. Not exported by the index, because few processes need it. */
import { cleanLine, cleanText } from '@symbio/runtime';
import { createTransport } from 'nodemailer';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

export interface Recipient {
  name: string;
  email: string;
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** HTML of a mail. @param paragraphs escaped */
export const mailPage = (paragraphs: readonly string[]): string =>
  `<div style="font-family:sans-serif;font-size:14px;line-height:1.5;color:#242424">${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div>`;

/** @param name empty if unknown */
export const greeting = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`);

/** What people wrote may hold characters that mail programs cannot show. */
export const cleanMail = ({ subject, text, html }: Mail): Mail => ({
  subject: cleanLine(subject),
  text: cleanText(text),
  html: cleanText(html),
});

export interface MailerSettings {
  /** Mail server, for example smtps://user:password@mail.example.com. */
  smtpUrl: string;
  /** Sender, for example Symbio <symbio@example.com>. */
  from: string;
}

export interface Mailer {
  /**
   * @param oneClick URL to unsubscribe by POST (RFC 8058), if any
   * @throws when the server refuses it
   */
  send(to: Recipient, mail: Mail, oneClick?: string): Promise<void>;
  close(): void;
}

/** Sends mail by SMTP over pooled connections. */
export function createMailer({ smtpUrl, from }: MailerSettings): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    async send({ name, email }, { subject, text, html }, oneClick) {
      await transport.sendMail({
        ...cleanMail({ subject, text, html }),
        to: { name: cleanLine(name), address: email },
        headers: {
          // suppresses out-of-office replies (RFC 3834)
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
