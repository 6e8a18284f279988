import { MAX_REPORT_TEMPLATE_BYTES } from '@symbio/proto/limits';
import { sampleTemplate } from '@symbio/report/testing';
import { newId } from '@symbio/runtime';
import { reportRules } from './testing.js';

const of = (projectId: string, document: Uint8Array) => ({
  ...{ projectId, fileName: 'firm.docx', document: Buffer.from(document) },
});
let rules: ReturnType<typeof reportRules>;
beforeEach(() => {
  rules = reportRules();
});

const lock = () => rules.versions.lock({ id: newId(), projectId: rules.projectId, blocking: [] }, rules.editor);

it('a version takes the template of its project, else that of the installation, as it was when locked', async () => {
  const { templates, owner, administrator, projectId } = rules;
  expect((await lock()).template).toBeUndefined();
  const firm = await templates.save(of('', await sampleTemplate(['{{findings}}'])), administrator);
  expect(new Set(firm.tags)).toEqual(new Set(['findings', 'project_number', 'evidence']));
  expect((await lock()).template).toEqual(firm.file);
  const own = await templates.save(of(projectId, await sampleTemplate(['{{conclusions}}'])), owner);
  const version = await lock();
  expect(version.template).toEqual(own.file);
  await templates.save(of(projectId, await sampleTemplate(['{{sources}}'])), owner);
  expect(rules.versionRows.find(version._id)?.template).toEqual(own.file);
  expect(await templates.get(projectId, rules.viewer)).toMatchObject({
    ...{ ofProject: { tags: expect.arrayContaining(['sources']) as string[] }, ofInstallation: { tags: firm.tags } },
  });
  await templates.remove(projectId, owner);
  await templates.remove(projectId, owner);
  expect((await lock()).template).toEqual(firm.file);
});

it('a template with faults is refused with a sentence for each', async () => {
  const { templates, owner, projectId } = rules;
  const faulty = await sampleTemplate(['{{client_nmae}}', 'See {{findings}}.']);
  await expect(templates.save(of(projectId, faulty), owner)).rejects.toMatchObject({
    fields: {
      files:
        'The template has tags that Symbio does not know: {{client_nmae}}. Write {{findings}} in a paragraph without other text.',
    },
  });
  await expect(templates.save(of(projectId, Buffer.from('%PDF-1.7')), owner)).rejects.toMatchObject({
    fields: { files: 'The template is not a Word document (DOCX).' },
  });
  const large = new Uint8Array(MAX_REPORT_TEMPLATE_BYTES + 1);
  await expect(templates.save(of(projectId, large), owner)).rejects.toMatchObject({
    ...{ reason: 'too_large', message: 'The template is larger than 5 MB.' },
  });
  expect((await templates.get(projectId, owner)).ofProject).toBeUndefined();
});

it('owners set that of a project, administrators that of the installation', async () => {
  const { templates, owner, editor, projectId } = rules;
  const template = await sampleTemplate(['{{findings}}']);
  await expect(templates.save(of(projectId, template), editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(templates.save(of('', template), owner)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(templates.remove('', owner)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(templates.get(newId(), owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
