/**
 * Environment of a child: program paths, home and temporary folder only. Children open untrusted files and must not see
 * secrets.
 */
export const childEnvironment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...more,
});
