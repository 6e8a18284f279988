import { z } from 'zod';

/** Arguments of `refine`: whether settings are consistent, and the error otherwise. */
type Rule<Settings> = [fits: (settings: Settings) => boolean, otherwise: { path: string[]; message: string }];

/** Outgoing mail. Use with {@link mailHasLinks}. */
export const mailSettings = {
  /** Mail server, for example smtps://user:password@mail.example.com; empty: mail is disabled. */
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  /** Sender. */
  MAIL_FROM: z.string().default('Symbio <symbio@localhost>'),
  /** Origin of the product for links in mail. */
  PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
};

type MailSettings = z.infer<z.ZodObject<typeof mailSettings>>;

/** For `refine`: mail requires links into the product. */
export const mailHasLinks: Rule<MailSettings> = [
  ({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === '' || PUBLIC_URL !== '',
  { path: ['PUBLIC_URL'], message: 'must be set together with SMTP_URL' },
];
