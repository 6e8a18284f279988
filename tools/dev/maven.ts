import { foreground } from './foreground.js';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

/** Runs a goal of Maven's dependency plugin, such as `unpack`. @throws if it fails */
export async function runDependencyPlugin(
  maven: string,
  [goal, ...args]: readonly [string, ...string[]],
  options: { cwd: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const mode = process.stdout.isTTY ? [] : ['--batch-mode'];
  const code = await foreground(maven, [...mode, `${PLUGIN}:${goal}`, ...args], options);
  if (code !== 0) throw new Error(`it ended with code ${code}`);
}
