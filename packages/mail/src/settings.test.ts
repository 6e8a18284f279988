import { z } from 'zod';
import { mailHasLinks, mailSettings } from './settings.js';

const mail = z.object(mailSettings).refine(...mailHasLinks);
const problems = (schema: z.ZodType, env: object) =>
  schema.safeParse(env).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('settings of mail', () => {
  it('are undefined by default, and refused without the public address for links', () => {
    expect(problems(mail, {})).toBeUndefined();
    expect(problems(mail, { SMTP_URL: 'smtp://127.0.0.1:25' })).toEqual([
      'PUBLIC_URL must be set together with SMTP_URL',
    ]);
  });
});
