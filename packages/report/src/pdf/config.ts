/** Program paths, home and temporary folder only: the child must not see secrets. */
export const childEnvironment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  TMPDIR: process.env['TMPDIR'],
  MALLOC_ARENA_MAX: '2',
  ...more,
});
