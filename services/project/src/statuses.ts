/** Status values of a project, in the order of the work (OP-01). */
export const STATUSES = [
  'setup',
  'data_collection',
  'site_reconnaissance',
  'insights',
  'report_generation',
  'sign_and_send',
  'completed',
] as const;
export type Status = (typeof STATUSES)[number];

/** What every project starts with (PROJ-40). */
export const FIRST_STATUS: Status = 'setup';

/** Whether a text is a status of a project. */
export const isStatus = (text: string): text is Status => (STATUSES as readonly string[]).includes(text);

/** Whether a project has come to the report, or beyond. */
export const hasReport = (status: Status): boolean => STATUSES.indexOf(status) >= STATUSES.indexOf('report_generation');
