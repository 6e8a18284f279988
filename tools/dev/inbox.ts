import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { escapeHtml } from './issuer/pages.js';
import { LOOPBACK } from './ports.js';

/** A mail in the response of `GET /email`. */
export interface CaughtMail {
  id: number;
  from: string;
  to: string;
  subject: string;
  /** Arrival time, RFC 3339. */
  received_at: string;
  text: string;
  html?: string;
  attachments: { name: string; size: number }[];
}

export interface RunningInbox {
  smtpUrl: string;
  /** The HTML page; `/email` below it is JSON. */
  url: string;
  close: () => Promise<void>;
}

/** Older mails are dropped. */
const MAX_MAILS = 500;
const MAX_MAIL_BYTES = 20_000_000;

/**
 * Catches all mail and shows it: a page at `/`, JSON at `GET /email`, cleared by `DELETE /email`.
 *
 * @param smtpPort SMTP port; 0: any free port
 * @param webPort HTTP port; 0: any free port
 */
export async function startInbox(smtpPort: number, webPort: number): Promise<RunningInbox> {
  const mails: CaughtMail[] = [];
  let received = 0;
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    onData(stream, _session, done) {
      parseMail(stream, received + 1).then((mail) => {
        received = mail.id;
        mails.push(mail);
        if (mails.length > MAX_MAILS) mails.shift();
        done();
      }, done);
    },
  });
  const smtpServer = await new Promise<{ port: number }>((resolve, reject) => {
    smtp.on('error', reject);
    const listening = smtp.listen(smtpPort, LOOPBACK, () => resolve(listening.address() as AddressInfo));
  });

  const web = http.createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/email' && request.method === 'GET') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(mails));
    } else if (path === '/email' && request.method === 'DELETE') {
      mails.length = 0;
      response.writeHead(204).end();
    } else if (path === '/' && request.method === 'GET') {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
        .end(inboxPage(mails));
    } else {
      response.writeHead(404).end();
    }
  });
  try {
    await new Promise<void>((resolve, reject) => web.once('error', reject).listen(webPort, LOOPBACK, resolve));
  } catch (error) {
    await new Promise<void>((resolve) => smtp.close(resolve));
    throw error;
  }

  return {
    smtpUrl: `smtp://${LOOPBACK}:${smtpServer.port}`,
    url: `http://${LOOPBACK}:${(web.address() as AddressInfo).port}`,
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      await new Promise<void>((resolve) => {
        web.close(() => resolve());
        web.closeAllConnections();
      });
    },
  };
}

async function parseMail(stream: Readable, id: number): Promise<CaughtMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  return {
    id,
    from: addressText(mail.from),
    to: (mail.to ?? []).map(addressText).join(', '),
    subject: mail.subject ?? '',
    received_at: new Date().toISOString(),
    text: mail.text ?? '',
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: mail.attachments.map((attachment) => ({
      name: attachment.filename ?? '',
      size:
        typeof attachment.content === 'string' ? Buffer.byteLength(attachment.content) : attachment.content.byteLength,
    })),
  };
}

function addressText(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.address === undefined) return address.name;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

function inboxPage(mails: readonly CaughtMail[]): string {
  const items = [...mails].reverse().map((mail) => {
    const body =
      mail.html === undefined
        ? `<pre>${linked(mail.text)}</pre>`
        : `<iframe sandbox="allow-popups" srcdoc="${escapeHtml(mail.html)}"></iframe>`;
    const files = mail.attachments.map((file) => `${escapeHtml(file.name)} (${file.size} bytes)`).join(', ');
    return `<article><h2>${escapeHtml(mail.subject)}</h2><p>from ${escapeHtml(mail.from)} to <b>${escapeHtml(mail.to)}</b>, ${escapeHtml(mail.received_at)}</p>${body}${files === '' ? '' : `<p>${files}</p>`}</article>`;
  });
  const content = items.length === 0 ? '<p>No mail yet. Reload the page to look again.</p>' : items.join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Inbox (${mails.length}) - Symbio</title><style>
  :root { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #f3f5f7 } body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  article { background: #fff; border: 1px solid #d5dce3; border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem } h2 { font-size: 1.05rem; margin: 0 }
  p { margin: 0; color: #52606d; font-size: .875rem } pre { white-space: pre-wrap; overflow-wrap: anywhere } iframe { width: 100%; height: 20rem; border: 0 }
</style></head><body><h1>Inbox</h1>${content}</body></html>`;
}

/** Escaped text with clickable URLs. */
function linked(text: string): string {
  return escapeHtml(text).replace(
    /https?:\/\/(?:[^\s<>"'&]|&#38;)+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
  );
}
