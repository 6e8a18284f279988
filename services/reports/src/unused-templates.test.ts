import { Readable } from 'node:stream';
import type { TemplateRow } from './model.js';
import { createUnusedTemplates } from './unused-templates.js';

it('removes the file of an earlier template of the installation once no version has used it for two runs', async () => {
  const keyOf = (name: string): string => `reports/installation/templates/${name}.docx`;
  const stored = new Set(['current', 'used', 'earlier'].map(keyOf));
  const used = new Set([keyOf('used')]);
  const run = createUnusedTemplates({
    repository: {
      template: () => Promise.resolve({ file: { key: keyOf('current') } } as TemplateRow),
      usedTemplates: (keys) => Promise.resolve(keys.filter((key) => used.has(key))),
    },
    blobs: {
      list: () => Readable.from([...stored].map((key) => ({ key, bytes: 1 }))),
      remove: (key) => Promise.resolve(void stored.delete(key)),
    },
  });
  await run();
  expect(stored.size).toBe(3);
  await run();
  expect([...stored]).toEqual(['current', 'used'].map(keyOf));
  used.clear();
  await run();
  await run();
  expect([...stored]).toEqual([keyOf('current')]);
});
