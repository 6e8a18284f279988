import { sheetOfInfo, sheetsOfManifest } from './iiif.js';

const SERVICE = 'https://maps.example/iiif/3/p1';

describe('pictures of IIIF image services', () => {
  it('are sheets, of both versions of the description', () => {
    const info = { '@context': 'http://iiif.io/api/image/3/context.json', id: SERVICE, width: 6400, height: 7600 };
    expect(sheetOfInfo(info)).toEqual({
      key: SERVICE,
      tileSource: info,
      size: { width: 6400, height: 7600 },
    });
    expect(sheetOfInfo({ '@id': SERVICE, width: 10, height: 20 })?.key).toBe(SERVICE);
    expect([sheetOfInfo(null), sheetOfInfo({ id: SERVICE }), sheetOfInfo({ width: 1, height: 1 })]).toEqual([
      ...[null, null, null],
    ]);
  });
});

describe('manifests', () => {
  const canvas = {
    id: 'https://maps.example/canvas/p1',
    type: 'Canvas',
    label: { en: ['Sheet 12'] },
    items: [{ items: [{ motivation: 'painting', body: { service: [{ id: SERVICE, type: 'ImageService3' }] } }] }],
    annotations: [
      {
        items: [
          { id: 'm1', body: [{ value: 'Tank' }], target: { selector: { value: 'xywh=1,2,3,4' } } },
          { id: 'm2', target: 'https://maps.example/canvas/p1' },
        ],
      },
    ],
  };

  it('are sheets with the marks that can be drawn', () => {
    const [sheet, ...others] = sheetsOfManifest({ items: [canvas, { label: { en: ['no picture'] } }] });
    expect(others).toEqual([]);
    expect(sheet).toMatchObject({ label: 'Sheet 12', service: SERVICE });
    expect(sheet?.marks.map(({ key, label, coordinates }) => ({ key, label, coordinates }))).toEqual([
      { key: 'm1', label: 'Tank', coordinates: { x: 1, y: 2, width: 3, height: 4 } },
    ]);
  });

  it('without items have no sheets', () => {
    expect([sheetsOfManifest(undefined), sheetsOfManifest({ items: 'none' })]).toEqual([[], []]);
  });
});
