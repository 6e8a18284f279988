import { svgFile } from './chronology-file.js';

it('is a drawing of its own: size, white ground, colors, and no class of the screen', () => {
  document.body.innerHTML =
    '<svg xmlns="http://www.w3.org/2000/svg" class="f123" viewBox="0 0 960 120"><rect class="risk-1"/></svg>';
  const { text, width, height } = svgFile(document.querySelector('svg') as SVGSVGElement);
  expect([width, height]).toEqual([960, 120]);
  expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]* width="960" height="120">/);
  expect(text).not.toContain('f123');
  expect(text).toContain('.risk-1 { fill: #b10e1c }');
  expect(text).toContain('<rect width="960" height="120" fill="#ffffff"/>');
});
