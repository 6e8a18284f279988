/**
 * Environment of a child process: where programs, the home and room for files are. Nothing else of this process's own is
 * handed on: a child opens strangers' files, and secrets are no business of it.
 */
export const childEnvironment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...more,
});
