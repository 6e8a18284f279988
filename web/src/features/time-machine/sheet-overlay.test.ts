import { toScreen } from '@symbio/sheet/geometry/transform';
import { overlayPlace, SheetOverlay } from './sheet-overlay.js';
import { withoutLayout } from '../../testing/no-layout.js';

const view = { width: 800, height: 600 };

describe('the position of annotations on a rotated sheet', () => {
  it.each([0, 3, 44, 46, 90, 133, 180, 269.5, 270, 359, -20])('matches the sheet: %p degrees', (degrees) => {
    const [scale, origin] = [0.25, { x: 130, y: -40 }];
    const { frame, transform } = overlayPlace({ scale, origin, degrees, view });
    expect(Math.abs(frame.degrees)).toBeLessThanOrEqual(45);
    const point = { x: 1200, y: 700 };
    const angle = (degrees * Math.PI) / 180;
    const expected = {
      x: origin.x + scale * (point.x * Math.cos(angle) - point.y * Math.sin(angle)),
      y: origin.y + scale * (point.x * Math.sin(angle) + point.y * Math.cos(angle)),
    };
    // like the browser: the frame rotates around its center
    const inFrame = toScreen(point, transform);
    const middle = { x: frame.width / 2, y: frame.height / 2 };
    const rest = (frame.degrees * Math.PI) / 180;
    const away = { x: inFrame.x - middle.x, y: inFrame.y - middle.y };
    const shown = {
      x: frame.left + middle.x + away.x * Math.cos(rest) - away.y * Math.sin(rest),
      y: frame.top + middle.y + away.x * Math.sin(rest) + away.y * Math.cos(rest),
    };
    expect(shown.x).toBeCloseTo(expected.x, 6);
    expect(shown.y).toBeCloseTo(expected.y, 6);
  });
});

describe('annotations on a sheet of the time machine', () => {
  it('include polygons, which are hit and highlighted like all others (ANN-03)', () => {
    withoutLayout();
    const points = [
      { x: 100, y: 100 },
      { x: 400, y: 100 },
      { x: 100, y: 400 },
    ];
    const yard = {
      ...{ id: 'yard', key: 'yard', document_page_id: 'p1', document_id: 'd1', content: 'Yard' },
      ...{
        annotation_type: 'polygon' as const,
        coordinates: { points },
        author_id: 'u1',
        author_type: 'human' as const,
      },
      ...{ created_at: '', updated_at: '' },
    };
    const host = document.createElement('div');
    const overlay = new SheetOverlay(host);
    overlay.setAnnotations([yard]);
    overlay.follow({ scale: 0.5, origin: { x: 10, y: 20 }, degrees: 30, view });
    expect(overlay.at({ x: 150, y: 150 })?.key).toBe('yard');
    // inside its bounding box, outside its slanted edge
    expect(overlay.at({ x: 380, y: 380 })).toBeNull();
    overlay.setSelected(['yard']);
    const drawn = [...host.querySelectorAll('polygon')].map((shape) => shape.getAttribute('points'));
    expect(drawn).toContain('100,100 400,100 100,400');
    overlay.destroy();
    expect(host.childElementCount).toBe(0);
  });
});
