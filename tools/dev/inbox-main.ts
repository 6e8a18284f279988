// Program: the mail catcher.
import { startInbox } from '@symbio/fixtures/inbox';
import { logLine } from '@symbio/fixtures/log-line';
import { messageOf } from './start-error.js';

try {
  const inbox = await startInbox(Number(process.env.SMTP_PORT ?? 1025), Number(process.env.PORT ?? 1080));
  logLine('info', 'ready', { smtp: inbox.smtpUrl, url: inbox.url });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void inbox.close().then(() => process.exit(0)));
  }
} catch (error) {
  logLine('fatal', messageOf(error));
  process.exit(1);
}
