/** Invalid setting; stops the process before it listens. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
