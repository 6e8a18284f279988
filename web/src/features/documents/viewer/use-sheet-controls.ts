import { useState } from 'react';
import type { SheetTool } from '../../../viewer/edits/drawing.js';
import type { SheetControls } from '../../../viewer/sheet/viewer-props.js';

/** Changes are announced. */
export function useSheetControls(announce: (sentence: string) => void) {
  const [tool, setTool] = useState<SheetTool>('ellipse');
  const [snaps, setSnaps] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const controls: Omit<SheetControls, 'isChoosing'> = {
    ...{ tool, isHidden, isListOpen, snaps },
    onToolChange: setTool,
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
