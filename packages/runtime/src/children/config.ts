/** Program paths, home and temporary folder only: children open untrusted files and must not see secrets. */
export const childEnvironment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  ...more,
});
