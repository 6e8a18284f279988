import { newId } from '@symbio/runtime';
import { annotationRules, type AnnotationRules } from '../../test/memory.js';
import { MAX_PICTURE_MOVES } from './follow-pictures.js';
import { toAnnotation } from '../mapping.js';
import { resizedShape } from './resized-shapes.js';
import type { EllipseShape, Shape } from './shapes.js';

const circle: Shape = { kind: 'ellipse', centerX: 864, centerY: 539, radiusX: 140, radiusY: 140, theta: 0 };
const fax = { width: 1728, height: 1078 };
const page = { width: 1728, height: 2236 };

let rules: AnnotationRules;
beforeEach(() => {
  rules = annotationRules();
});

const draw = (on: { id: string; documentId: string }, shape: Shape = circle) =>
  rules.annotations.create(rules.editor, {
    ...{ id: '', documentId: on.documentId, documentPageId: on.id, shape },
    ...{ content: 'Tank', authorId: undefined, runId: '' },
  });
const published = () => rules.rows.published.map(({ name }) => name);

describe('annotations on a page whose picture changes its shape', () => {
  it('stay where they were drawn, with history, however often the event comes', async () => {
    const sheet = rules.page(fax);
    const { _id } = await draw(sheet);
    const elsewhere = await draw(rules.page(fax));
    for (let times = 0; times < 2; times++)
      await rules.annotations.pictureChanged(sheet.id, () => Promise.resolve(page));
    const moved = rules.rows.find(_id)!;
    expect(moved.shape).toMatchObject({ centerX: 864, centerY: 1118, radiusX: 140 });
    expect((moved.shape as EllipseShape).radiusY).toBeCloseTo((140 * 2236) / 1078);
    expect(toAnnotation(moved).pictureMoves).toMatchObject([
      { fromWidth: 1728, fromHeight: 1078, toWidth: 1728, toHeight: 2236, shape: { value: { centerY: 539 } } },
    ]);
    expect(rules.rows.find(elsewhere._id)?.shape).toEqual(circle);
    expect(published()).toEqual(['annotation.created', 'annotation.created', 'annotation.changed']);
    // an edit is checked against the new picture
    const shape: Shape = { ...circle, centerY: 2_000 };
    await rules.annotations.update(rules.editor, { id: _id, shape, content: undefined, expectedUpdatedAt: undefined });
  });

  it('end on the latest picture if another one follows while they move', async () => {
    const sheet = rules.page(fax);
    const { _id } = await draw(sheet);
    const sizes = [page, { width: 864, height: 1118 }];
    await rules.annotations.pictureChanged(sheet.id, () =>
      Promise.resolve(sizes.length > 1 ? sizes.shift() : sizes[0]),
    );
    expect(rules.rows.find(_id)?.page).toEqual({ width: 864, height: 1118 });
    expect(rules.rows.find(_id)?.shape).toMatchObject({ centerX: 432, centerY: 559 });
  });

  it('move while deleted too, without an event', async () => {
    const sheet = rules.page(fax);
    const { _id } = await draw(sheet);
    await rules.annotations.delete(rules.editor, _id);
    await rules.annotations.pictureChanged(sheet.id, () => Promise.resolve(page));
    expect(published()).toEqual(['annotation.created', 'annotation.deleted']);
    expect((await rules.annotations.restore(rules.editor, _id)).shape).toMatchObject({ centerY: 1118 });
  });

  it('move when they were drawn on the previous picture and arrive after the change', async () => {
    const sheet = rules.page(page);
    const creation = {
      ...{ id: newId(), documentId: sheet.documentId, documentPageId: sheet.id, shape: circle, drawnOn: fax },
      ...{ content: 'Tank', authorId: undefined, runId: '' },
    };
    const made = await rules.annotations.create(rules.editor, creation);
    expect(made).toMatchObject({ page, shape: { centerX: 864, centerY: 1118 } });
    // a repeat is the same creation
    expect((await rules.annotations.create(rules.editor, creation))._id).toBe(made._id);
    const lower: Shape = { ...circle, centerY: 1_070 };
    const change = { id: made._id, content: undefined, expectedUpdatedAt: undefined };
    const moved = await rules.annotations.update(rules.editor, { ...change, shape: lower, drawnOn: fax });
    expect((moved.shape as EllipseShape).centerY).toBeCloseTo((1_070 * 2_236) / 1_078);
    const same = await rules.annotations.update(rules.editor, { ...change, shape: moved.shape, drawnOn: page });
    expect(same.shape).toEqual(moved.shape);
    // checked against the picture that it was drawn on
    const below: Shape = { ...circle, centerY: 1_079 };
    await expect(
      rules.annotations.update(rules.editor, { ...change, shape: below, drawnOn: fax }),
    ).rejects.toMatchObject({ fields: { 'coordinates.centerY': 'The center must lie on the page' } });
    await expect(
      rules.annotations.create(rules.editor, { ...creation, id: newId(), drawnOn: { width: 0, height: 10 } }),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', fields: { picture_size: expect.any(String) as string } });
  });

  it('stay as they are without a picture, and keep a bounded history', async () => {
    const sheet = rules.page(fax);
    const { _id } = await draw(sheet);
    await rules.annotations.pictureChanged(sheet.id, () => Promise.resolve(undefined));
    expect(rules.rows.find(_id)?.shape).toEqual(circle);
    for (let width = 1; width < 30; width++)
      await rules.annotations.pictureChanged(sheet.id, () => Promise.resolve({ width, height: 100 }));
    expect(rules.rows.find(_id)?.pictureMoves).toHaveLength(MAX_PICTURE_MOVES);
  });
});

describe('a shape on another picture', () => {
  const from = { width: 100, height: 100 };
  const to = { width: 200, height: 300 };

  it.each<[Shape, Shape]>([
    [
      { kind: 'rectangle', x: 10, y: 10, width: 20, height: 30 },
      { kind: 'rectangle', x: 20, y: 30, width: 40, height: 90 },
    ],
    [
      { kind: 'polygon', points: [{ x: 1, y: 2 }] },
      { kind: 'polygon', points: [{ x: 2, y: 6 }] },
    ],
    [
      { kind: 'ellipse', centerX: 1, centerY: 2, radiusX: 5, radiusY: 7, theta: Math.PI / 2 },
      { kind: 'ellipse', centerX: 2, centerY: 6, radiusX: 15, radiusY: 14, theta: Math.PI / 2 },
    ],
  ])('is stretched with it', (shape, expected) => {
    expect(resizedShape(shape, from, to)).toEqual(expected);
  });

  it('is the stretched ellipse, also turned', () => {
    const shape: EllipseShape = { kind: 'ellipse', centerX: 50, centerY: 50, radiusX: 30, radiusY: 10, theta: 0.5 };
    const stretched = resizedShape(shape, from, to) as EllipseShape;
    for (const t of [0, 0.7, 2, 4]) {
      const [u, v] = [30 * Math.cos(t), 10 * Math.sin(t)];
      const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
      const x = 2 * (50 + u * cos - v * sin) - stretched.centerX;
      const y = 3 * (50 + u * sin + v * cos) - stretched.centerY;
      const [turnedX, turnedY] = [
        x * Math.cos(stretched.theta) + y * Math.sin(stretched.theta),
        y * Math.cos(stretched.theta) - x * Math.sin(stretched.theta),
      ];
      expect((turnedX / stretched.radiusX) ** 2 + (turnedY / stretched.radiusY) ** 2).toBeCloseTo(1, 9);
    }
  });
});
