import { fitPicture } from './annotation-layer.js';
import { ANNOTATION_COLOURS, colourOf, shortLabel } from './annotation-paint.js';
import type { SheetTransform } from './sheet-transform.js';

describe('how annotations are drawn', () => {
  it('is blue for people, purple for AI agents and green for the selected one (ANN-04, ANN-09)', () => {
    expect(colourOf({ key: 'a', author_type: 'human' }, null)).toBe(ANNOTATION_COLOURS.human);
    expect(colourOf({ key: 'a', author_type: 'ai_agent' }, 'b')).toBe(ANNOTATION_COLOURS.ai_agent);
    expect(colourOf({ key: 'a', author_type: 'ai_agent' }, 'a')).toBe(ANNOTATION_COLOURS.selected);
  });

  it('shows the content as label, and `label` where there is none (ANN-10)', () => {
    expect(shortLabel({ content: 'Gas holder' })).toBe('Gas holder');
    expect(shortLabel({ content: ' ' })).toBe('label');
    expect(shortLabel({ content: 'x'.repeat(60) })).toHaveLength(40);
  });
});

describe('the picture of the annotations at rest', () => {
  const view = { width: 1000, height: 800 };
  const picture = { margin: { x: 300, y: 240 }, size: { width: 1600, height: 1280 } };
  const drawnAt: SheetTransform = { scale: 0.5, x: 100, y: 50, turn: 0 };

  it('lies a margin up and left of the view while the sheet rests', () => {
    expect(fitPicture(drawnAt, drawnAt, picture, view)).toEqual({ stretch: 1, x: -300, y: -240 });
  });

  it('moves with the sheet, as long as it covers the view', () => {
    expect(fitPicture(drawnAt, { ...drawnAt, x: 350 }, picture, view)).toEqual({ stretch: 1, x: -50, y: -240 });
    expect(fitPicture(drawnAt, { ...drawnAt, x: 401 }, picture, view)).toBeNull();
    expect(fitPicture(drawnAt, { ...drawnAt, y: -191 }, picture, view)).toBeNull();
  });

  it('keeps every image point where the sheet has it when it is stretched', () => {
    const now: SheetTransform = { scale: 0.6, x: 20, y: 10, turn: 0 };
    const fit = fitPicture(drawnAt, now, picture, view);
    const pictured = 700 * drawnAt.scale + drawnAt.x + picture.margin.x;
    expect(fit && pictured * fit.stretch + fit.x).toBeCloseTo(700 * now.scale + now.x);
  });

  it('is drawn anew rather than stretched by much', () => {
    expect(fitPicture(drawnAt, { ...drawnAt, scale: 1 }, picture, view)).toBeNull();
    expect(fitPicture(drawnAt, { ...drawnAt, scale: 0.3 }, picture, view)).toBeNull();
  });

  it('is drawn anew when the sheet was turned', () => {
    expect(fitPicture(drawnAt, { ...drawnAt, turn: 90 }, picture, view)).toBeNull();
  });

  it('has room left until the view comes near its edge', () => {
    const room = { x: 120, y: 96 };
    expect(fitPicture(drawnAt, { ...drawnAt, x: 270 }, picture, view, room)).not.toBeNull();
    expect(fitPicture(drawnAt, { ...drawnAt, x: 290 }, picture, view, room)).toBeNull();
  });
});
