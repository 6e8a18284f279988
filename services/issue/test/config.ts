import { testConfig } from '@symbio/mongo/testing';
import type { IssueConfig } from '../src/config.js';

/** Test settings: no mail, no language model. */
export const issueConfig = (
  given: Pick<IssueConfig, 'SYMBIO_IDENTITY_ADDR' | 'BLOB_URL'> & Partial<IssueConfig>,
  database = 'issue',
): IssueConfig & { MONGODB_DB: string } => ({
  ...testConfig(database),
  // only mail about evidence calls it
  SYMBIO_PROJECT_ADDR: '127.0.0.1:1',
  FILES_SECRET: 'a-secret-only-for-files-in-tests',
  FILES_PUBLIC_URL: '',
  SMTP_URL: '',
  MAIL_FROM: 'Symbio <symbio@symbio.test>',
  PUBLIC_URL: '',
  NOTICE_DELAY_SECONDS: 60,
  ISSUE_ACCESS: 'everyone',
  AI_BASE_URL: '',
  AI_MODEL: '',
  AI_API_KEY: '',
  AI_LIMIT_SECONDS: 15,
  ...given,
});
