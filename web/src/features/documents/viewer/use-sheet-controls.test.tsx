import { screen } from '@testing-library/react';
import { useMe } from '../../../lib/session/me.js';
import { appServer } from '../../../testing/app-server.js';
import { customer, me } from '../../../testing/fixtures.js';
import { renderScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import { nextTool } from '../../../viewer/sheet/key-bindings.js';
import { useDrawingHint, useSheetControls } from './use-sheet-controls.js';

const HINT = 'Drag draws. Hold Space, or press H, to move the sheet.';
const silent = (): void => undefined;

function Screen() {
  const { controls } = useSheetControls(silent);
  const draw = useDrawingHint();
  return (
    <>
      <p>{useMe()?.name}</p>
      <output>{controls.tool}</output>
      <button onClick={() => controls.onToolChange('hand')}>Hand</button>
      <button onClick={() => controls.onToolChange(nextTool(controls, 'measure'))}>Measure</button>
      <button onClick={draw}>Draw</button>
    </>
  );
}

const press = (view: ReturnType<typeof renderScreen>, name: string) =>
  view.user.click(screen.getByRole('button', { name }));
const shownTool = () => screen.getByRole('status').textContent;

beforeEach(async () => {
  localStorage.clear();
  await signedIn(appServer());
});

it('chooses the ellipse until the person chooses otherwise, and remembers that choice (D-67)', async () => {
  const view = renderScreen(<Screen />);
  expect(shownTool()).toBe('ellipse');
  await screen.findByText('Ada Marsh');
  await press(view, 'Hand');
  expect(shownTool()).toBe('hand');
  view.unmount();
  renderScreen(<Screen />);
  await screen.findByText('hand');
});

it('returns from measuring to the tool chosen before, and does not remember measuring', async () => {
  localStorage.setItem(`symbio.sheet-tool.${me.id}`, 'hand');
  const view = renderScreen(<Screen />);
  await screen.findByText('hand');
  await press(view, 'Measure');
  expect(shownTool()).toBe('measure');
  await press(view, 'Measure');
  expect(shownTool()).toBe('hand');
  expect(localStorage.getItem(`symbio.sheet-tool.${me.id}`)).toBe('hand');
});

it('keeps the choices of two people in one browser apart', async () => {
  localStorage.setItem(`symbio.sheet-tool.${me.id}`, 'hand');
  await signedIn(appServer(), { ...customer, id: 'someone-else' });
  renderScreen(<Screen />);
  await screen.findByText('Ada Marsh');
  expect(shownTool()).toBe('ellipse');
});

it('explains dragging after the first drawing of a person only (D-67)', async () => {
  const view = renderScreen(<Screen />);
  await screen.findByText('Ada Marsh');
  await press(view, 'Draw');
  await screen.findByText(HINT);
  view.unmount();
  const again = renderScreen(<Screen />);
  await screen.findByText('Ada Marsh');
  await press(again, 'Draw');
  expect(screen.queryByText(HINT)).toBeNull();
});

it('keeps the hand and select tools when their key is pressed again; P returns to ellipses', () => {
  expect(nextTool({ tool: 'hand', toolBefore: 'hand' }, 'hand')).toBe('hand');
  expect(nextTool({ tool: 'polygon', toolBefore: 'polygon' }, 'polygon')).toBe('ellipse');
});
