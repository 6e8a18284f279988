import { receiveFiles, refuseOtherForms } from './multipart.js';
import { closeServers, serveHandlers } from '../testing.js';

afterEach(closeServers);

async function send(contentType: string): Promise<{ status: number; code: string }> {
  const url = await serveHandlers((request, response) => {
    refuseOtherForms(request);
    response.json({ code: 'taken' });
  });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body: '--a--' });
  return { status: response.status, ...((await response.json()) as { code: string }) };
}

describe('a form with files', () => {
  it.each(['multipart/form-data; boundary=a', 'Multipart/Form-Data; charset=utf-8; Boundary="a b"'])(
    'is accepted as %s',
    async (type) => {
      expect(await send(type)).toMatchObject({ status: 200 });
    },
  );

  it.each(['multipart/form-data', 'multipart/form-data; boundary='])(
    'is rejected as %s, without a boundary',
    async (type) => {
      expect(await send(type)).toMatchObject({ status: 400, code: 'invalid_form' });
    },
  );

  it('is rejected as anything else', async () => {
    expect(await send('application/json')).toMatchObject({ status: 415, code: 'unsupported_type' });
  });
});

async function fill(parts: readonly (readonly [name: string, value: string | Blob])[]) {
  const taken: string[] = [];
  const url = await serveHandlers(async (request, response) => {
    const rules = { maxFiles: 2, fileFields: ['caption'], defaultName: 'file.txt' };
    const items = await receiveFiles(request, undefined, rules, async ({ id, name, fields, body }) => {
      for await (const chunk of body) taken.push([name, id, fields['caption'] ?? '', String(chunk)].join(' '));
      return { name };
    });
    response.json({ items });
  });
  const form = new FormData();
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, `${form.getAll('files').length}.txt`);
  const response = await fetch(url, { method: 'POST', body: form });
  const body = (await response.json()) as { code?: string; fields?: Record<string, string>; items?: object[] };
  return { status: response.status, ...body, taken };
}
const file = (text = 'x'): readonly [string, Blob] => ['files', new Blob([text])];

describe('the content of a form with files', () => {
  it('is passed on file by file, each with the fields before it', async () => {
    expect(await fill([['id', 'a'], file('one'), ['id', 'b'], file('two')])).toMatchObject({
      status: 200,
      items: [{ name: '0.txt' }, { name: '1.txt' }],
      taken: ['0.txt a  one', '1.txt b  two'],
    });
  });

  it.each([
    ['note', 'x', 'Unknown field "note"'],
    ['__proto__', 'x', 'Unknown field "__proto__"'],
    ['files', 'x', 'files must be files, not text'],
    ['id', 'x'.repeat(2_049), 'id is too long'],
  ])('is rejected for an invalid field %s, and no later file is started', async (name, value, said) => {
    expect(await fill([[name, value], file()])).toMatchObject({ status: 400, fields: { [name]: said }, taken: [] });
    expect((await fill([file(), [name, value]])).status).toBe(400);
  });

  it('may have a caption of 500 characters in any script', async () => {
    const caption = '\u{1f3ed}'.repeat(500);
    expect(await fill([['id', 'a'], ['caption', caption], file()])).toMatchObject({ taken: [`0.txt a ${caption} x`] });
  });

  it('is rejected with too many fields', async () => {
    const fields = Array.from({ length: 9 }, (): readonly [string, string] => ['id', 'a']);
    expect(await fill([...fields, file()])).toMatchObject({ status: 400, code: 'invalid_form' });
  });

  it('gets an error for each excess file; a form with very many files is rejected', async () => {
    const large = file('x'.repeat(1_000_000));
    const said = 'A form can hold at most 2 files. Send the others in another one.';
    const refused = { code: 'too_many_files', error: said };
    expect((await fill([file(), file(), large, file()])).items).toMatchObject([{}, {}, refused, refused]);
    expect(await fill([file(), file(), file(), file(), large])).toMatchObject({
      status: 400,
      code: 'too_many_files',
      fields: { files: said },
    });
  });
});
