// Opens a sheet, draws on it, and shows the marks as W3C Web Annotations.
import { markOfWebAnnotation, openSheet, sheetOfInfo, webAnnotationOf, type Mark, type Sheet } from '@symbio/sheet';

const stage = document.querySelector<HTMLElement>('#sheet');
const output = document.querySelector('#annotations');

const block: Sheet = {
  key: 'block',
  tileSource: { type: 'image', url: 'block.svg' },
  size: { width: 1200, height: 900 },
};
/** `?iiif=ADDRESS` opens a picture of an image service, such as one that Symbio shares. */
const service = new URLSearchParams(window.location.search).get('iiif');
const sheet = service === null ? block : sheetOfInfo(await (await fetch(`${service}/info.json`)).json());

const tank = markOfWebAnnotation({
  id: 'tank',
  body: { value: 'Gas holder' },
  target: 'block.svg#xywh=690,330,220,220',
});
const marks = tank ? [tank] : [];

function show(shown: readonly Mark[]): void {
  const annotations = shown.map((mark) => webAnnotationOf(mark, sheet?.key ?? ''));
  if (output) output.textContent = JSON.stringify(annotations, null, 2);
}

show(marks);
if (stage && sheet) openSheet(stage, { sheet, marks, tool: 'rectangle', onChange: show });
