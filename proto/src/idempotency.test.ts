import { idempotency } from './idempotency.js';
import * as services from './services.js';

/** Methods not safe to retry, with the reason, as in the contract's comments. */
const NOT_REPEATABLE: Readonly<Record<string, string>> = {
  '/symbio.document.v1.DocumentService/CreateShareLink': 'makes another token',
  '/symbio.document.v1.DocumentService/ProcessDocument': 'starts another job once the first is over',
  '/symbio.document.v1.DocumentService/UnlockDocument': 'makes a copy, and is refused once the file needs no password',
  '/symbio.identity.v1.IdentityService/CreateInvitedAccount': 'a repeat finds the account',
  '/symbio.identity.v1.IdentityService/RequestPasswordReset': 'mails another link',
  '/symbio.identity.v1.IdentityService/ResendConfirmation': 'mails another confirmation link',
  '/symbio.identity.v1.IdentityService/ResetPassword': 'its token is good once',
  '/symbio.identity.v1.IdentityService/ConfirmAddress': 'the token is single-use',
  '/symbio.identity.v1.IdentityService/SignUp': 'mails another confirmation link',
  '/symbio.issue.v1.IssueService/SuggestIssue': 'a repeated call costs as much as the first',
  '/symbio.job.v1.JobService/ReportProgress': 'appends its log lines once more',
  '/symbio.job.v1.JobService/RetryJob': 'starts another attempt once the first has failed',
  '/symbio.job.v1.JobService/RetryJobs': 'as RetryJob',
  '/symbio.project.v1.ProjectService/AcceptInvitation': 'the token is single-use',
  '/symbio.project.v1.ProjectService/InviteMember': 'mails another link',
  '/symbio.project.v1.ProjectService/RegisterInvited': 'the token is single-use',
  '/symbio.reports.v1.ReportsService/CreateShareLink': 'makes another token',
  '/symbio.webhook.v1.WebhookService/RotateWebhookSecret': 'makes another secret',
};

const paths = Object.values(services).flatMap((service: Readonly<Record<string, { path: string }>>) =>
  Object.values(service).map(({ path }) => path),
);

it('every method of the contracts says that it may be repeated, or why not', () => {
  const unmarked = paths.filter((path) => !idempotency.has(path));
  expect(unmarked.sort()).toEqual(Object.keys(NOT_REPEATABLE).sort());
});

it('no method is marked that there is not', () => {
  expect([...idempotency.keys()].filter((path) => !paths.includes(path))).toEqual([]);
});
