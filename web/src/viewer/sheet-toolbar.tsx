import {
  makeStyles,
  tokens,
  Toolbar,
  ToolbarButton,
  ToolbarDivider,
  ToolbarRadioButton,
  ToolbarRadioGroup,
  Tooltip,
} from '@fluentui/react-components';
import {
  CircleRegular,
  PageFitRegular,
  SquareRegular,
  ArrowAutofitWidthRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import type { ReactElement, Ref } from 'react';
import type { AnnotationType } from './annotation-records.js';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    gap: tokens.spacingHorizontalXXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  percentage: {
    minWidth: '3.5em',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
});

interface SheetToolbarProps {
  disabled: boolean;
  tool: AnnotationType;
  mayDraw: boolean;
  /** The readout; whoever moves the sheet writes it, frame by frame. */
  percentageRef: Ref<HTMLSpanElement>;
  onToolChange: (tool: AnnotationType) => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFitToWidth: () => void;
  onFitToPage: () => void;
}

/** The toolbar over a sheet (VIEW-26): zoom, fit, readout, and what a drag draws (OP-23). */
export function SheetToolbar(props: SheetToolbarProps) {
  const styles = useStyles();
  const { disabled, tool, mayDraw } = props;
  return (
    <Toolbar
      aria-label="Sheet"
      size="small"
      className={styles.bar}
      checkedValues={{ tool: [tool] }}
      onCheckedValueChange={(_, { checkedItems }) =>
        props.onToolChange(checkedItems[0] === 'rectangle' ? 'rectangle' : 'ellipse')
      }
    >
      <Tool label="Zoom Out" keys="-">
        <ToolbarButton aria-label="Zoom Out" icon={<ZoomOutRegular />} disabled={disabled} onClick={props.onZoomOut} />
      </Tool>
      <span ref={props.percentageRef} className={styles.percentage} data-testid="zoom-percentage" />
      <Tool label="Zoom In" keys="+">
        <ToolbarButton aria-label="Zoom In" icon={<ZoomInRegular />} disabled={disabled} onClick={props.onZoomIn} />
      </Tool>
      <ToolbarDivider />
      <Tool label="Fit to Width" keys="W">
        <ToolbarButton
          aria-label="Fit to Width"
          icon={<ArrowAutofitWidthRegular />}
          disabled={disabled}
          onClick={props.onFitToWidth}
        />
      </Tool>
      <Tool label="Fit to Page" keys="0">
        <ToolbarButton
          aria-label="Fit to Page"
          icon={<PageFitRegular />}
          disabled={disabled}
          onClick={props.onFitToPage}
        />
      </Tool>
      {mayDraw && (
        <>
          <ToolbarDivider />
          <ToolbarRadioGroup aria-label="Draw by dragging">
            <Tool label="Draw ellipses; hold Shift to draw inside another annotation">
              <ToolbarRadioButton aria-label="Draw ellipses" name="tool" value="ellipse" icon={<CircleRegular />} />
            </Tool>
            <Tool label="Draw rectangles; hold Shift to draw inside another annotation">
              <ToolbarRadioButton aria-label="Draw rectangles" name="tool" value="rectangle" icon={<SquareRegular />} />
            </Tool>
          </ToolbarRadioGroup>
        </>
      )}
    </Toolbar>
  );
}

function Tool({ label, keys, children }: { label: string; keys?: string; children: ReactElement }) {
  return (
    <Tooltip content={keys ? `${label} (${keys})` : label} relationship="description" positioning="below" withArrow>
      {children}
    </Tooltip>
  );
}
