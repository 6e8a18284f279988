import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';

// two processes load their libraries
jest.setTimeout(120_000);

const url = (specifier: string): string => pathToFileURL(createRequire(import.meta.url).resolve(specifier)).href;

it('waits for its end, also in a program without other work (DOC-34)', async () => {
  const program = `
    const { createPipelineRunner } = await import(${JSON.stringify(new URL('./run-pipeline.ts', import.meta.url).href)});
    await createPipelineRunner().close();
    process.stdout.write('closed');
  `;
  const parameters = ['--import', url('tsx'), '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  expect(stdout).toBe('closed');
});
