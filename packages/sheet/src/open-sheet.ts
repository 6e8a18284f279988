import type { SheetTool } from './drawing/drawing.js';
import { rounded, type Shape } from './geometry/shapes.js';
import { reshaped, simpleMark, type Mark } from './marks/mark.js';
import { MARK_COLOUR } from './marks/paint.js';
import { SheetController } from './view/controller.js';
import type { Sheet } from './view/sheet.js';

export interface OpenSheetOptions {
  sheet: Sheet;
  marks?: readonly Mark[];
  /** `hand` without it. */
  tool?: SheetTool;
  /** Draws, moves, reshapes and deletes marks; without it they can only be looked at. */
  onChange?: (marks: readonly Mark[]) => void;
  onSelect?: (keys: readonly string[]) => void;
  onRefuse?: (sentence: string) => void;
}

export interface OpenSheet {
  readonly controller: SheetController;
  setMarks(marks: readonly Mark[]): void;
  setTool(tool: SheetTool): void;
  close(): void;
}

const FILL = { position: 'absolute', inset: '0' };
const DELETE = { position: 'absolute', top: '0', left: '0', pointerEvents: 'auto', width: '24px', height: '24px' };

/** Opens a sheet in an element, which needs a size. Applications with a toolbar of their own use the controller. */
export function openSheet(element: HTMLElement, options: OpenSheetOptions): OpenSheet {
  const { sheet, onChange, onSelect, onRefuse } = options;
  let marks = options.marks ?? [];
  let selectedKeys: readonly string[] = [];
  let tool = options.tool ?? 'hand';
  const stage = document.createElement('div');
  const [host, overlay] = [document.createElement('div'), document.createElement('div')];
  const deleteButton = document.createElement('button');
  Object.assign(stage.style, { position: 'relative', width: '100%', height: '100%', overflow: 'hidden' });
  Object.assign(host.style, FILL);
  Object.assign(overlay.style, FILL, { pointerEvents: 'none', overflow: 'hidden' });
  Object.assign(deleteButton.style, DELETE);
  Object.assign(deleteButton, { type: 'button', textContent: '×', title: 'Delete', hidden: true });
  overlay.append(deleteButton);
  stage.append(host, overlay);
  element.append(stage);

  const show = (): void =>
    controller.setView({
      ...{ marks, selectedKeys, tool, snaps: false, touchDraws: false, chooses: false },
      mayDraw: onChange !== undefined,
      isEditable: () => onChange !== undefined,
    });
  const select = (keys: readonly string[]): void => {
    selectedKeys = keys;
    onSelect?.(keys);
    show();
  };
  const change = (changed: readonly Mark[], keys: readonly string[]): void => {
    marks = changed;
    select(keys);
    onChange?.(marks);
  };
  const reshape = (shapes: ReadonlyMap<string, Shape>): void =>
    change(
      marks.map((mark) => {
        const shape = shapes.get(mark.key);
        return shape ? reshaped(mark, rounded(shape)) : mark;
      }),
      selectedKeys,
    );
  const ignore = (): void => undefined;
  const controller = new SheetController(
    {
      ...{ host, overlay, deleteButton },
      percentage: document.createElement('span'),
      thumbnail: document.createElement('img'),
    },
    {
      onSelect: select,
      onCreate: (_, coordinates) => {
        const mark = simpleMark({ key: crypto.randomUUID(), coordinates: rounded(coordinates) }, MARK_COLOUR);
        change([...marks, mark], [mark.key]);
      },
      onMove: (placed) => reshape(new Map(placed.map(({ key, coordinates }) => [key, coordinates]))),
      onResize: (key, coordinates) => reshape(new Map([[key, coordinates]])),
      onChoose: (key) => select([key]),
      onRefuse: (sentence) => onRefuse?.(sentence),
      ...{ onOpen: ignore, onMeasure: ignore, onPlace: ignore, onLoading: ignore },
      ...{ onTilesFailing: ignore, onZoomEnd: ignore, onPlaced: ignore },
    },
  );
  deleteButton.addEventListener('click', () =>
    change(
      marks.filter(({ key }) => !selectedKeys.includes(key)),
      [],
    ),
  );
  controller.describe('Sheet');
  controller.show(sheet);
  show();
  return {
    controller,
    setMarks(changed) {
      marks = changed;
      show();
    },
    setTool(changed) {
      tool = changed;
      show();
    },
    close() {
      controller.destroy();
      stage.remove();
    },
  };
}
