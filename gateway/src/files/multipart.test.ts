import { refuseOtherForms } from './multipart.js';
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
    'is taken as %s',
    async (type) => {
      expect(await send(type)).toMatchObject({ status: 200 });
    },
  );

  it.each(['multipart/form-data', 'multipart/form-data; boundary='])(
    'is refused as %s, which names no boundary',
    async (type) => {
      expect(await send(type)).toMatchObject({ status: 400, code: 'invalid_form' });
    },
  );

  it('is refused as anything else', async () => {
    expect(await send('application/json')).toMatchObject({ status: 415, code: 'unsupported_type' });
  });
});
