import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import type { Manifest } from '@symbio/report';
import { sampleEvidence } from '@symbio/report/testing';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { outsideFigures } from './outside-programs.js';
import { violatedRules } from './vera-pdf.js';

const { PATH: pathBefore, JAVA_HOME: javaBefore } = process.env;
let folder: string;
eachInFolder((made) => (folder = made));
afterEach(() => {
  process.env.PATH = pathBefore;
  if (javaBefore !== undefined) process.env.JAVA_HOME = javaBefore;
});

function script(name: string, content: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${content}\n`, { mode: 0o755 });
  return file;
}

it('says which program is missing, and measures nothing', async () => {
  process.env.PATH = folder;
  delete process.env.JAVA_HOME;
  const report = { delivered: folder, manifest: {} as Manifest, evidence: sampleEvidence(), folder };
  const figures = await outsideFigures({ ...report, log: () => undefined });
  const [noJdk, noOffice] = [
    'not checked: no Java 17 or newer with a compiler (JDK)',
    'not checked: no LibreOffice (soffice)',
  ];
  expect(figures.map(({ values, note }) => [values, note])).toEqual(
    [noJdk, noJdk, noOffice, noOffice].map((note) => [[], note]),
  );
  // a Java without a compiler
  script('java', `echo 'openjdk version "17.0.15"' >&2`);
  expect((await outsideFigures({ ...report, log: () => undefined }))[0]?.note).toBe(noJdk);
});

it('names each violated rule with its clause and its violations', async () => {
  const java = script('java', String.raw`printf '6.6.4\t1\t2\tThe part is wrong.\n6.1.2\t3\t1\tNo binary comment.\n'`);
  expect(await violatedRules({ java, libraries: folder }, 'report.pdf')).toEqual([
    '6.6.4-1 (2): The part is wrong.',
    '6.1.2-3 (1): No binary comment.',
  ]);
});
