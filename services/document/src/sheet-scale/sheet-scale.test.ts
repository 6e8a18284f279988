import type { PageRow } from '../model.js';
import { sheetScaleOf } from './sheet-scale.js';

const by = { byId: 'u', byName: 'Erin Editor', at: new Date(0) };

const sheet = (over: Partial<PageRow> = {}) =>
  ({
    ...{ _id: 'p', width: 6_400, height: 7_600, dpi: 300, mapScale: '1 in = 50 ft', pageType: 'sanborn_map' },
    ...over,
  }) as PageRow;
/** Page 1 of the Brooklyn volume of 1887, as the Library of Congress delivers it. */
const brooklyn = (over: Partial<PageRow> = {}) =>
  sheet({ width: 1_452, height: 2_067, dpi: 200, mapScale: '1 in = 60 ft', ...over });

describe('the scale of a sheet', () => {
  it('is by its lettering if the paper has a size of its kind', () => {
    const scale = sheetScaleOf(sheet());
    expect(scale.feetPerPixel).toBeCloseTo(50 / 300);
    expect(scale).toMatchObject({
      basis: 'paper',
      note: 'by its scale, 1 in = 50 ft, on paper of 21.3 × 25.3 inches',
    });
  });

  it('is not established if the file claims another paper', () => {
    expect(sheetScaleOf(brooklyn())).toEqual({
      basis: '',
      note:
        'The sheet says 1 in = 60 ft. By the file, its paper measures 7.3 × 10.3 inches, ' +
        'but Sanborn maps are about 21 × 25 inches.',
    });
    expect(sheetScaleOf(sheet({ mapScale: undefined }))).toMatchObject({ basis: '' });
    expect(sheetScaleOf(sheet({ dpi: 0 }))).toMatchObject({ basis: '' });
  });

  it('is as a person measured it, else by a scale bar', () => {
    const measured = brooklyn({ scaleBarFeetPerPixel: 0.77, groundScale: { feetPerPixel: 0.782, ...by } });
    expect(sheetScaleOf(measured)).toEqual({
      feetPerPixel: 0.782,
      basis: 'measured',
      note: 'as Erin Editor measured it here',
    });
    expect(sheetScaleOf(brooklyn({ scaleBarFeetPerPixel: 0.77 }))).toMatchObject({
      feetPerPixel: 0.77,
      basis: 'scale_bar',
    });
  });

  it('is by the place on the earth, unless a person measured it', () => {
    const placed = { feetPerPixel: 0.782, stateText: 'exact, within 4 ft' };
    expect(sheetScaleOf({ ...brooklyn({ scaleBarFeetPerPixel: 0.77 }), placed })).toEqual({
      feetPerPixel: 0.782,
      basis: 'georeference',
      note: 'by its place on the earth, exact, within 4 ft',
    });
    const measured = { ...brooklyn({ groundScale: { feetPerPixel: 0.8, ...by } }), placed };
    expect(sheetScaleOf(measured)).toMatchObject({ feetPerPixel: 0.8, basis: 'measured' });
  });

  it('follows from two other sheets of the document that agree', () => {
    const measured = (_id: string, feetPerPixel: number, over: Partial<PageRow> = {}) =>
      brooklyn({ _id, groundScale: { feetPerPixel, ...by }, ...over });
    const scale = sheetScaleOf(brooklyn(), [measured('a', 0.782), measured('b', 0.792)]);
    expect(scale.basis).toBe('volume');
    expect(scale.feetPerPixel).toBeCloseTo(0.787);
    const disagreeing = [measured('a', 0.955), measured('b', 0.816)];
    const ofOtherScales = [measured('a', 0.782), measured('b', 0.782, { mapScale: '1 in = 50 ft' })];
    for (const sheets of [
      disagreeing,
      ofOtherScales,
      [measured('a', 0.78)],
      [measured('p', 0.78), measured('a', 0.78)],
    ])
      expect(sheetScaleOf(brooklyn(), sheets).basis).toBe('');
  });

  it.each<[string, number, number, Partial<PageRow>, boolean]>([
    ['a plan of 34 × 44 inches', 34, 44, { pageType: '' }, true],
    ['a reduced plan of 11 × 17 inches', 11, 17, { pageType: '' }, false],
    ['a 7.5-minute quadrangle', 22, 27, { pageType: 'topographic_map', mapScale: '1:24,000' }, true],
    ['a quadrangle reduced to letter size', 8.5, 11, { pageType: 'topographic_map', mapScale: '1:24,000' }, false],
    ['a 15-minute quadrangle', 17, 21, { pageType: 'topographic_map', mapScale: '1:62,500' }, true],
    [
      'a 7.5-minute quadrangle on paper of another',
      17,
      21,
      { pageType: 'topographic_map', mapScale: '1:24,000' },
      false,
    ],
    ['a contact print', 9, 9, { pageType: 'aerial_photo', mapScale: '1:20,000' }, true],
    ['a drawn plan among Sanborn maps', 34, 44, { pictureShare: 0 }, true],
    ['a scan of 34 × 44 inches among Sanborn maps', 34, 44, { pictureShare: 1 }, false],
    ['two facing Sanborn sheets', 25, 42, {}, true],
  ])('%s', (_, short, long, over, isEstablished) => {
    const { basis } = sheetScaleOf(sheet({ width: long * 100, height: short * 100, dpi: 100, ...over }));
    expect(basis).toBe(isEstablished ? 'paper' : '');
  });
});
