import { useCallback, useState } from 'react';
import { notify } from '../../../lib/ui/toasts.js';
import { usePersonalChoice } from '../../../lib/ui/personal-choice.js';
import type { SheetTool } from '@symbio/sheet/drawing/drawing';
import type { SheetControls } from '../../../viewer/sheet/viewer-props.js';

type RememberedTool = Exclude<SheetTool, 'measure' | 'place'>;

const REMEMBERED: readonly RememberedTool[] = ['ellipse', 'rectangle', 'polygon', 'hand', 'select'];

/** Changes are announced. The tool is remembered for the person, on every sheet (D-67). */
export function useSheetControls(announce: (sentence: string) => void) {
  const [remembered, remember] = usePersonalChoice('sheet-tool', REMEMBERED);
  const [isMeasuring, setMeasuring] = useState(false);
  const [snaps, setSnaps] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const toolBefore = remembered ?? 'ellipse';
  const tool: SheetTool = isMeasuring ? 'measure' : toolBefore;
  const controls: Omit<SheetControls, 'isChoosing'> = {
    ...{ tool, toolBefore, isHidden, isListOpen, snaps },
    onToolChange: (next) => {
      setMeasuring(next === 'measure');
      if (next !== 'measure' && next !== 'place') remember(next);
      if (next !== tool) announce(TOOL_SENTENCES[next]);
    },
    onSnapsChange: (next) => {
      setSnaps(next);
      announce(next ? 'A click draws the outline under it.' : 'Snapping is off.');
    },
    onHiddenChange: (hidden) => {
      setHidden(hidden);
      announce(hidden ? 'Annotations are hidden.' : 'Annotations are shown.');
    },
    onListOpenChange: setListOpen,
  };
  return { controls, setHidden };
}

const TOOL_SENTENCES: Readonly<Record<SheetTool, string>> = {
  ellipse: 'Draw ellipses.',
  rectangle: 'Draw rectangles.',
  polygon: 'Draw polygons.',
  measure: 'Measure distances.',
  hand: 'Hand tool.',
  select: 'Select tool.',
  place: 'Name places of the sheet.',
};

/** Hint after a person's first drawing (D-67); later drawings show none. */
export function useDrawingHint(): () => void {
  const [shown, setShown] = usePersonalChoice('drawing-hint', ['shown']);
  return useCallback(() => {
    if (shown) return;
    setShown('shown');
    notify({ type: 'info', title: 'Drag draws. Hold Space, or press H, to move the sheet.' });
  }, [shown, setShown]);
}
