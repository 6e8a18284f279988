import { placeDeleteButton, placeThumbnail } from './placed-elements.js';

const view = { clientWidth: 800, clientHeight: 600 };

describe('the button that deletes', () => {
  const placed = (box: Parameters<typeof placeDeleteButton>[2]) => {
    const button = document.createElement('button');
    placeDeleteButton(button, view, box);
    return button;
  };

  it('is at the upper right corner of the annotation (ANN-06)', () => {
    expect(placed({ x: 100, y: 200, width: 50, height: 40 }).style.transform).toBe('translate(156px, 170px)');
  });

  it('stays within the view', () => {
    expect(placed({ x: 790, y: 0, width: 50, height: 40 }).style.transform).toBe('translate(770px, 6px)');
    expect(placed({ x: -500, y: 900, width: 50, height: 40 }).style.transform).toBe('translate(6px, 570px)');
  });

  it('is hidden without an annotation', () => expect(placed(null).hidden).toBe(true));
});

describe('the thumbnail under a sheet', () => {
  it('is at the place of the sheet, and hidden once that is drawn', () => {
    const thumbnail = document.createElement('img');
    const transform = { scale: 2, x: 10, y: 20, rotation: 0 } as const;
    const sheet = { key: 's', size: { width: 600, height: 700 } } as Parameters<typeof placeThumbnail>[1];
    placeThumbnail(thumbnail, sheet, transform);
    expect(thumbnail.style).toMatchObject({ visibility: 'visible', width: '600px', height: '700px' });
    expect(thumbnail.style.transform).toContain('matrix(');
    placeThumbnail(thumbnail, null, transform);
    expect(thumbnail.style.visibility).toBe('hidden');
  });
});
