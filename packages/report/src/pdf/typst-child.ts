/** Program of a child process: one PDF by Typst, whose memory ends with the process. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { TypstAnswer, TypstTask } from './typst-task.js';

function compile({ folder, template, files, pictures, timestamp }: TypstTask): Buffer {
  const compiler = NodeCompiler.create({ workspace: folder });
  for (const [name, text] of Object.entries(files)) compiler.mapShadow(path.join(folder, name), Buffer.from(text));
  for (const [name, picture] of Object.entries(pictures))
    compiler.mapShadow(path.join(folder, name), Buffer.from(picture, 'base64'));
  const result = compiler.compile({ mainFileContent: template });
  const error = result.takeError();
  if (error) throw new Error(JSON.stringify(compiler.fetchDiagnostics(error)));
  if (!result.result) throw new Error('Typst returned no document.');
  return compiler.pdf(result.result, { pdfStandard: 'a-3a', creationTimestamp: timestamp });
}

async function run(task: TypstTask): Promise<TypstAnswer> {
  try {
    const pdf = compile(task);
    if (task.out !== undefined) await writeFile(task.out, pdf);
    return { type: 'done' };
  } catch (error) {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (task: TypstTask) => {
  void run(task).then((answer) => process.send?.(answer, () => process.exit(0)));
});
