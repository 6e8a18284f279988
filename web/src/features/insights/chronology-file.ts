import { saveFile } from '../../lib/files/save-file.js';

/** Colors for paper, whatever the theme of the screen. */
const PAPER = `
.ink { fill: #1b1b1b }
.quiet { fill: #555555 }
.grid { stroke: #e2e2e2 }
.line { stroke: #9a9a9a }
.risk-1 { fill: #b10e1c }
.risk-2 { fill: #bc4b09 }
.risk-3 { fill: #0e700e }
.risk-4 { fill: #616161 }`;

/** Pixels of a PNG per unit of the drawing: about 300 dpi at the width of a page. */
const SCALE = 2;

/** A file of its own: with colors, a white ground and a size. */
export function svgFile(drawing: SVGSVGElement): { text: string; width: number; height: number } {
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute('class');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const make = (name: 'style' | 'rect') => document.createElementNS('http://www.w3.org/2000/svg', name);
  const style = make('style');
  style.textContent = PAPER;
  const ground = make('rect');
  for (const [name, value] of Object.entries({ width, height, fill: '#ffffff' }))
    ground.setAttribute(name, String(value));
  copy.prepend(style, ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** @throws if the browser cannot draw it */
async function pngOf(drawing: SVGSVGElement): Promise<Blob> {
  const { text, width, height } = svgFile(drawing);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png'),
  );
}

export async function saveFigure(drawing: SVGSVGElement, format: 'svg' | 'png'): Promise<void> {
  const file =
    format === 'png'
      ? await pngOf(drawing)
      : new Blob([svgFile(drawing).text], { type: 'image/svg+xml;charset=utf-8' });
  saveFile(file, `chronology.${format}`);
}
