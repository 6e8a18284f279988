/** Photographs of site visits over gRPC, with the encoding child process and the served files. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { YARD_NOTES, yardHeic, yardPhotograph } from '@symbio/page-engine/testing';
import type { Photograph } from '@symbio/proto/document';
import { SiteVisitEvent, visitEvents } from '@symbio/proto/project';
import sharp from 'sharp';
import { refusal, startStack, uploadOf, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => (stack = await startStack()));
afterAll(() => stack.stop());

const newVisit = (): string => {
  const visitId = newId();
  stack.visits.push({ projectId: stack.projectId, visitId });
  return visitId;
};
async function add(
  file: Buffer,
  visitId: string,
  fileName = 'IMG_0001.HEIC',
  actor = stack.editor,
): Promise<Photograph> {
  const header = { id: newId(), projectId: stack.projectId, visitId, fileName, caption: '' };
  const { photograph } = await stack.documents.addPhotograph(uploadOf(file, header), await callAs(actor));
  if (!photograph) throw new Error('nothing was answered');
  return photograph;
}
const list = async (visitId: string): Promise<Photograph[]> =>
  (await stack.documents.listPhotographs({ projectId: stack.projectId, visitId }, await callAs(stack.viewer)))
    .photographs;
const served = async (address: string): Promise<Buffer> => {
  const response = await fetch(`http://127.0.0.1:${stack.service.filesPort}${address}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const filesOf = async (visitId: string): Promise<string[]> => {
  const folder = path.join(stack.blobDir, 'projects', stack.projectId, 'visits', visitId);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => /\.(jpg|webp)$/.test(name) && !path.basename(name).startsWith('.'));
};

describe('a photograph of a site visit (VISIT-02)', () => {
  it('is listed for its visit, and among those of all visits', async () => {
    const visits = [newVisit(), newVisit()] as const;
    const photographs = await Promise.all(visits.map(async (visit) => (await add(yardHeic(), visit)).id));
    expect((await list(visits[0])).map(({ id }) => id)).toEqual([photographs[0]]);
    expect((await list('')).map(({ id }) => id)).toEqual(expect.arrayContaining(photographs));
  });

  it('has place and time, which the served files do not contain', async () => {
    const visitId = newVisit();
    const heic = await add(yardHeic(), visitId);
    const jpeg = await add(await yardPhotograph({ orientation: 6 }), visitId, 'IMG_0002.JPG');
    const shown = await list(visitId);
    expect(shown.map(({ id }) => id)).toEqual([heic.id, jpeg.id]);
    expect(shown).toMatchObject([
      { ...YARD_NOTES, fileName: 'IMG_0001.HEIC', width: 320, height: 240, addedBy: stack.editor.sub },
      { ...YARD_NOTES, fileName: 'IMG_0002.JPG', width: 240, height: 320 },
    ]);
    for (const { imageUrl, thumbnailUrl } of shown) {
      expect([imageUrl, thumbnailUrl].every((url) => /[?&]sig=/.test(url))).toBe(true);
      for (const [url, format] of [
        [imageUrl, 'jpeg'],
        [thumbnailUrl, 'webp'],
      ] as const) {
        const bytes = await served(url);
        const { exif, xmp, iptc, icc, orientation, format: found } = await sharp(bytes).metadata();
        expect({ exif, xmp, iptc, icc, orientation, found }).toEqual({ found: format });
        expect(bytes.includes('Exif') || bytes.includes('2026:05:04') || bytes.includes('Drawn camera')).toBe(false);
      }
    }
    // the uploaded file is not kept
    expect(await filesOf(visitId)).toHaveLength(4);
    await eventually(() => expect(stack.events.of(heic.id).map(({ name }) => name)).toEqual(['photograph.added']));
  });

  it('has a direction of view and a feature, stated by a person', async () => {
    const visitId = newVisit();
    const { id } = await add(await yardPhotograph(), visitId);
    const featureId = newId();
    const parent = await callAs(stack.editor);
    const stated = { viewDirection: 'SW', featureId };
    const featureProjectId = stack.projectId;
    await stack.documents.updatePhotograph({ id, keepCaption: true, ...stated, featureProjectId }, parent);
    await stack.documents.updatePhotograph({ id, caption: 'Vent pipe' }, parent);
    expect(await list(visitId)).toMatchObject([{ id, caption: 'Vent pipe', ...stated }]);
    await stack.documents.updatePhotograph({ id, keepCaption: true, viewDirection: '', featureId: '' }, parent);
    expect(await list(visitId)).toMatchObject([{ id, caption: 'Vent pipe', viewDirection: '', featureId: '' }]);
  });

  it('of another project’s visit, or of another type, is refused and leaves nothing behind', async () => {
    const visitId = newVisit();
    expect(await refusal(add(yardHeic(), newId()))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Site visit not found',
    });
    expect(await refusal(add(yardHeic().subarray(0, 400), visitId))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason: 'damaged_image',
    });
    expect(await refusal(add(yardHeic(), visitId, 'a.heic', stack.viewer))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect([await list(visitId), await filesOf(visitId)]).toEqual([[], []]);
  });

  it('is hidden, restored and removed with its visit', async () => {
    const visitId = newVisit();
    const { id } = await add(await yardPhotograph(), visitId);
    const at = stack.visits.findIndex((visit) => visit.visitId === visitId);
    const [visit] = stack.visits.splice(at, 1);
    const about = { entityId: visitId, scope: stack.projectId };
    const siteVisit = { id: visitId, purgeAt: new Date(Date.now() + 86_400_000) };
    await stack.events.publish(visitEvents.deleted, { ...about, data: SiteVisitEvent.fromPartial({ siteVisit }) });
    await eventually(async () => expect(await list(visitId)).toEqual([]));
    expect(await filesOf(visitId)).toHaveLength(2);
    if (visit) stack.visits.push(visit);
    await stack.events.publish(visitEvents.restored, about);
    await eventually(async () => expect((await list(visitId)).map((shown) => shown.id)).toEqual([id]));
    stack.visits.splice(
      stack.visits.findIndex((each) => each.visitId === visitId),
      1,
    );
    await stack.events.publish(visitEvents.deleted, { entityId: visitId, scope: stack.projectId });
    await eventually(async () => {
      expect(await list(visitId)).toEqual([]);
      expect(await filesOf(visitId)).toEqual([]);
    });
    await eventually(() => expect(stack.events.of(id).map(({ name }) => name)).toContain('photograph.deleted'));
  });
});
