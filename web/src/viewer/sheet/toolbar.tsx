import {
  makeStyles,
  MenuItem,
  mergeClasses,
  tokens,
  Toolbar,
  ToolbarButton,
  ToolbarDivider,
  ToolbarRadioButton,
  ToolbarRadioGroup,
  ToolbarToggleButton,
} from '@fluentui/react-components';
import {
  ArrowAutofitWidthRegular,
  ArrowRedoRegular,
  ArrowRotateClockwiseRegular,
  ArrowUndoRegular,
  CircleRegular,
  CursorRegular,
  EyeOffRegular,
  EyeRegular,
  HandLeftRegular,
  HandDrawRegular,
  KeyboardRegular,
  ScanObjectRegular,
  PageFitRegular,
  PentagonRegular,
  RulerRegular,
  SquareRegular,
  TextBulletListRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import type { ReactNode, Ref } from 'react';
import { Tool, ToolbarMenu, useToolbarStyles } from '../../components/toolbar-parts.js';
import type { SheetTool } from '@symbio/sheet/drawing/drawing';
import { LegendButton } from '../legend/legend-button.js';
import type { ZoomEnd } from '@symbio/sheet/geometry/zoom';

/** Windows too narrow for the whole toolbar: secondary actions move to a menu. */
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  bar: {
    // one scrollable row of touch targets; the menu at its end stays visible
    [PHONE]: { flexWrap: 'nowrap', overflowX: 'auto', scrollbarWidth: 'none', padding: 0, gap: 0 },
  },
  percentage: {
    minWidth: '3.5em',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
  // wide windows show the list beside the sheet
  narrow: { display: 'none', '@media (max-width: 1100px)': { display: 'inline-flex' } },
  radios: { display: 'flex' },
  wide: { [PHONE]: { display: 'none' } },
  more: {
    display: 'none',
    marginInlineStart: 'auto',
    [PHONE]: {
      display: 'inline-flex',
      position: 'sticky',
      insetInlineEnd: 0,
      backgroundColor: tokens.colorNeutralBackground1,
    },
  },
});

const TOOLS: readonly SheetTool[] = ['hand', 'select', 'ellipse', 'rectangle', 'polygon'];

/** Null if unavailable. */
export interface StepsBack {
  undo: string | null;
  redo: string | null;
  /** Timestamp of the next undo step in milliseconds; null for none. */
  lastAt: number | null;
}

interface SheetToolbarProps {
  disabled: boolean;
  tool: SheetTool;
  toolBefore: SheetTool;
  mayDraw: boolean;
  isHidden: boolean;
  snaps: boolean;
  /** Absent without a touch screen. */
  touchDraws?: boolean;
  isListOpen: boolean;
  /** Of a Sanborn map. */
  hasLegend?: boolean;
  extra?: ReactNode;
  steps: StepsBack;
  /** Zoom limit that was reached. */
  zoomEnd?: ZoomEnd;
  percentageRef: Ref<HTMLSpanElement>;
  onToolChange: (tool: SheetTool) => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFitToWidth: () => void;
  onFitToPage: () => void;
  onTurn: () => void;
  onHiddenChange: (hidden: boolean) => void;
  onSnapsChange: (snaps: boolean) => void;
  onTouchDrawsChange: (draws: boolean) => void;
  onListOpenChange: (open: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
  onHelp: () => void;
}

/** Sheet toolbar (VIEW-26): zoom, fit, readout, rotation, visibility, drawing tool (OP-23), undo and help. */
export function SheetToolbar(props: SheetToolbarProps) {
  const styles = useStyles();
  const {
    disabled,
    tool,
    toolBefore,
    mayDraw,
    isHidden,
    touchDraws = false,
    isListOpen,
    steps,
    zoomEnd = null,
  } = props;
  const shown = [
    isHidden && 'hidden',
    touchDraws && 'touch',
    isListOpen && 'list',
    tool === 'measure' && 'measure',
  ].filter((each) => each !== false);
  const change = (name: string, checked: readonly string[]): void => {
    if (name === 'tool') {
      props.onToolChange(TOOLS.find((each) => each === checked[0]) ?? 'ellipse');
      return;
    }
    if (checked.includes('measure') !== (tool === 'measure'))
      props.onToolChange(tool === 'measure' ? toolBefore : 'measure');
    if (checked.includes('snap') !== props.snaps) props.onSnapsChange(!props.snaps);
    if (checked.includes('hidden') !== isHidden) props.onHiddenChange(!isHidden);
    if (checked.includes('touch') !== touchDraws) props.onTouchDrawsChange(!touchDraws);
    if (checked.includes('list') !== isListOpen) props.onListOpenChange(!isListOpen);
  };
  return (
    <Toolbar
      aria-label="Sheet"
      size="small"
      className={mergeClasses(useToolbarStyles().bar, styles.bar)}
      checkedValues={{ tool: [tool], view: shown }}
      onCheckedValueChange={(_, { name, checkedItems }) => change(name, checkedItems)}
    >
      <Tool label="Zoom Out" keys="-">
        <ToolbarButton
          aria-label="Zoom Out"
          icon={<ZoomOutRegular />}
          disabledFocusable={disabled || zoomEnd === 'out'}
          onClick={props.onZoomOut}
        />
      </Tool>
      <span ref={props.percentageRef} className={styles.percentage} data-testid="zoom-percentage" />
      <Tool label="Zoom In" keys="+">
        <ToolbarButton
          aria-label="Zoom In"
          icon={<ZoomInRegular />}
          disabledFocusable={disabled || zoomEnd === 'in'}
          onClick={props.onZoomIn}
        />
      </Tool>
      <ToolbarDivider className={styles.wide} />
      <Tool label="Fit to Width" keys="W">
        <ToolbarButton
          aria-label="Fit to Width"
          className={styles.wide}
          icon={<ArrowAutofitWidthRegular />}
          disabled={disabled}
          onClick={props.onFitToWidth}
        />
      </Tool>
      <Tool label="Fit to Page" keys="0">
        <ToolbarButton
          aria-label="Fit to Page"
          className={styles.wide}
          icon={<PageFitRegular />}
          disabled={disabled}
          onClick={props.onFitToPage}
        />
      </Tool>
      <Tool label="Rotate the sheet to the right" keys="R">
        <ToolbarButton
          aria-label="Rotate right"
          className={styles.wide}
          icon={<ArrowRotateClockwiseRegular />}
          disabled={disabled}
          onClick={props.onTurn}
        />
      </Tool>
      <Tool label={isHidden ? 'Show all annotations' : 'Hide all annotations'} keys="Shift+H">
        <ToolbarToggleButton
          aria-label="Hide annotations"
          className={styles.wide}
          name="view"
          value="hidden"
          icon={<EyeOffRegular />}
          disabled={disabled}
        />
      </Tool>
      <Tool label={tool === 'measure' ? 'Stop measuring' : 'Measure a distance in feet by dragging'} keys="M">
        <ToolbarToggleButton
          aria-label="Measure"
          className={styles.wide}
          name="view"
          value="measure"
          icon={<RulerRegular />}
          disabled={disabled}
        />
      </Tool>
      <ToolbarDivider className={styles.wide} />
      <ToolbarRadioGroup aria-label="Tool" className={styles.radios}>
        <Tool label="Hand: drag to move the sheet" keys="H">
          <ToolbarRadioButton
            aria-label="Hand"
            className={styles.wide}
            name="tool"
            value="hand"
            icon={<HandLeftRegular />}
          />
        </Tool>
        <Tool label="Select: drag a frame to select several" keys="V">
          <ToolbarRadioButton
            aria-label="Select"
            className={styles.wide}
            name="tool"
            value="select"
            icon={<CursorRegular />}
          />
        </Tool>
        {mayDraw && (
          <>
            <Tool label="Draw ellipses; hold Ctrl to draw inside another annotation">
              <ToolbarRadioButton aria-label="Draw ellipses" name="tool" value="ellipse" icon={<CircleRegular />} />
            </Tool>
            <Tool label="Draw rectangles; hold Ctrl to draw inside another annotation">
              <ToolbarRadioButton aria-label="Draw rectangles" name="tool" value="rectangle" icon={<SquareRegular />} />
            </Tool>
            <Tool label="Draw polygons, corner by corner; Enter, a double click or the first corner closes" keys="P">
              <ToolbarRadioButton aria-label="Draw polygons" name="tool" value="polygon" icon={<PentagonRegular />} />
            </Tool>
          </>
        )}
      </ToolbarRadioGroup>
      {mayDraw && (
        <>
          <Tool
            label={props.snaps ? 'A click draws the outline under it' : 'Snap: a click draws the outline under it'}
            keys="S"
          >
            <ToolbarToggleButton
              aria-label="Snap to outlines"
              className={styles.wide}
              name="view"
              value="snap"
              icon={<ScanObjectRegular />}
              disabled={disabled}
            />
          </Tool>
          {props.touchDraws !== undefined && (
            <Tool label={touchDraws ? 'A finger draws; two fingers pan and zoom' : 'A finger pans; switch on to draw'}>
              <ToolbarToggleButton
                aria-label="Draw with a finger"
                name="view"
                value="touch"
                icon={<HandDrawRegular />}
                disabled={disabled}
              />
            </Tool>
          )}
          <ToolbarDivider className={styles.wide} />
          <Tool label={steps.undo ? `Undo: ${steps.undo}` : 'Nothing to undo'} keys="Ctrl+Z">
            <ToolbarButton
              aria-label="Undo"
              icon={<ArrowUndoRegular />}
              disabledFocusable={disabled || steps.undo === null}
              onClick={props.onUndo}
            />
          </Tool>
          <Tool label={steps.redo ? `Redo: ${steps.redo}` : 'Nothing to redo'} keys="Ctrl+Shift+Z">
            <ToolbarButton
              aria-label="Redo"
              icon={<ArrowRedoRegular />}
              disabledFocusable={disabled || steps.redo === null}
              onClick={props.onRedo}
            />
          </Tool>
        </>
      )}
      <ToolbarDivider className={styles.wide} />
      {props.extra}
      {props.hasLegend && <LegendButton disabled={disabled} />}
      <Tool label="Keyboard help" keys="?">
        <ToolbarButton
          aria-label="Keyboard help"
          className={styles.wide}
          icon={<KeyboardRegular />}
          onClick={props.onHelp}
        />
      </Tool>
      <Tool label={isListOpen ? 'Hide the list of annotations' : 'Show the list of annotations'}>
        <ToolbarToggleButton
          aria-label="List of annotations"
          className={styles.narrow}
          name="view"
          value="list"
          icon={<TextBulletListRegular />}
          disabled={disabled}
        />
      </Tool>
      <MoreMenu className={styles.more} {...props} />
    </Toolbar>
  );
}

/** Secondary actions on phones, without keyboard help. */
function MoreMenu({ className, ...props }: SheetToolbarProps & { className: string }) {
  return (
    <ToolbarMenu label="More about the sheet" className={className} disabled={props.disabled}>
      <MenuItem icon={<ArrowAutofitWidthRegular />} onClick={props.onFitToWidth}>
        Fit to Width
      </MenuItem>
      <MenuItem icon={<PageFitRegular />} onClick={props.onFitToPage}>
        Fit to Page
      </MenuItem>
      <MenuItem icon={<ArrowRotateClockwiseRegular />} onClick={props.onTurn}>
        Rotate right
      </MenuItem>
      <MenuItem
        icon={<RulerRegular />}
        onClick={() => props.onToolChange(props.tool === 'measure' ? props.toolBefore : 'measure')}
      >
        {props.tool === 'measure' ? 'Stop measuring' : 'Measure'}
      </MenuItem>
      <MenuItem
        icon={props.isHidden ? <EyeRegular /> : <EyeOffRegular />}
        onClick={() => props.onHiddenChange(!props.isHidden)}
      >
        {props.isHidden ? 'Show annotations' : 'Hide annotations'}
      </MenuItem>
    </ToolbarMenu>
  );
}
