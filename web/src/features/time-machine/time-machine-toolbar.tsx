import {
  makeStyles,
  MenuItem,
  Slider,
  ToggleButton,
  tokens,
  Toolbar,
  ToolbarButton,
  ToolbarDivider,
  ToolbarRadioButton,
  ToolbarRadioGroup,
} from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  ArrowSwapRegular,
  EyeOffRegular,
  EyeRegular,
  LayerDiagonalRegular,
  LinkRegular,
  PageFitRegular,
  SplitVerticalRegular,
  TargetRegular,
  TimelineRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import { Tool, ToolbarMenu, useToolbarStyles } from '../../components/toolbar-parts.js';
import type { Mode } from './url-view.js';

/** Less important controls move to a menu. */
const NARROW = '@media (max-width: 1100px)';
/** Only the breadcrumb shows the screen's name. */
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  title: {
    fontFamily: 'var(--symbio-font-display)',
    fontSize: tokens.fontSizeBase500,
    fontWeight: tokens.fontWeightSemibold,
    margin: `0 ${tokens.spacingHorizontalM} 0 ${tokens.spacingHorizontalS}`,
    whiteSpace: 'nowrap',
    // remains the heading for screen readers
    [PHONE]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
  modes: { display: 'flex' },
  mode: { whiteSpace: 'nowrap', [PHONE]: { minWidth: 'auto', padding: `0 ${tokens.spacingHorizontalXS}` } },
  fade: {
    minWidth: '110px',
    maxWidth: '180px',
    // full width, for the thumb
    [PHONE]: { order: 1, flexBasis: '100%', maxWidth: 'none' },
  },
  wide: { [NARROW]: { display: 'none' } },
  end: { [NARROW]: { marginInlineStart: 'auto' } },
  more: { display: 'none', [NARROW]: { display: 'inline-flex' } },
});

const MODE_TOOLS = [
  { mode: 'side', label: 'Side by side', icon: <SplitVerticalRegular /> },
  { mode: 'swipe', label: 'Swipe', icon: <ArrowSwapRegular /> },
  { mode: 'fade', label: 'Fade', icon: <LayerDiagonalRegular /> },
] as const satisfies readonly { mode: Mode; label: string; icon: unknown }[];

interface TimeMachineToolbarProps {
  mode: Mode;
  share: number;
  /** The sheets stay side by side. */
  isAligning: boolean;
  showsEvidence: boolean;
  isFollowing: boolean;
  onModeChange: (mode: Mode) => void;
  onShareChange: (share: number) => void;
  onZoomOut: () => void;
  onZoomIn: () => void;
  onShowAll: () => void;
  onTurn: () => void;
  onAlign: (on: boolean) => void;
  onEvidence: (shown: boolean) => void;
  onFollow: (on: boolean) => void;
  onSwap: () => void;
  onCopyLink: () => void;
}

/** Single row even on phones. */
export function TimeMachineToolbar(props: TimeMachineToolbarProps) {
  const { mode, share, isAligning, showsEvidence, isFollowing } = props;
  const styles = useStyles();
  return (
    <Toolbar
      aria-label="Time machine"
      size="small"
      className={useToolbarStyles().bar}
      checkedValues={{ mode: [mode] }}
      onCheckedValueChange={(_, { name, checkedItems }) => {
        if (name === 'mode') props.onModeChange(checkedItems[0] as Mode);
      }}
    >
      <h1 className={styles.title}>Time machine</h1>
      <ToolbarRadioGroup aria-label="How to compare" className={styles.modes}>
        {MODE_TOOLS.map((tool) => (
          <ToolbarRadioButton
            key={tool.mode}
            className={styles.mode}
            name="mode"
            value={tool.mode}
            icon={tool.icon}
            disabled={isAligning}
          >
            {tool.label}
          </ToolbarRadioButton>
        ))}
      </ToolbarRadioGroup>
      {mode === 'fade' && (
        <Slider
          className={styles.fade}
          aria-label="How much of B shows"
          size="small"
          min={0}
          max={100}
          value={Math.round(share * 100)}
          onChange={(_, { value }) => props.onShareChange(value / 100)}
        />
      )}
      <ToolbarDivider className={styles.wide} />
      <Tool label="Zoom out">
        <ToolbarButton
          aria-label="Zoom out"
          className={styles.end}
          icon={<ZoomOutRegular />}
          onClick={props.onZoomOut}
        />
      </Tool>
      <Tool label="Zoom in">
        <ToolbarButton aria-label="Zoom in" icon={<ZoomInRegular />} onClick={props.onZoomIn} />
      </Tool>
      <Tool label="Show all of A">
        <ToolbarButton
          aria-label="Show all of A"
          className={styles.wide}
          icon={<PageFitRegular />}
          onClick={props.onShowAll}
        />
      </Tool>
      <Tool label="Rotate both by 90°">
        <ToolbarButton
          aria-label="Rotate both by 90°"
          className={styles.wide}
          icon={<ArrowClockwiseRegular />}
          disabled={isAligning}
          onClick={props.onTurn}
        />
      </Tool>
      <ToolbarDivider className={styles.wide} />
      <ToggleButton
        size="small"
        appearance="subtle"
        className={styles.wide}
        icon={<TargetRegular />}
        checked={isAligning}
        onClick={() => props.onAlign(!isAligning)}
      >
        Align
      </ToggleButton>
      <ToggleButton
        size="small"
        appearance="subtle"
        className={styles.wide}
        icon={showsEvidence ? <EyeRegular /> : <EyeOffRegular />}
        checked={showsEvidence}
        onClick={() => props.onEvidence(!showsEvidence)}
      >
        Annotations
      </ToggleButton>
      <ToggleButton
        size="small"
        appearance="subtle"
        className={styles.wide}
        icon={<TimelineRegular />}
        checked={isFollowing}
        onClick={() => props.onFollow(!isFollowing)}
      >
        Follow a feature
      </ToggleButton>
      <Tool label="Swap A and B">
        <ToolbarButton
          aria-label="Swap A and B"
          className={styles.wide}
          icon={<ArrowSwapRegular />}
          onClick={props.onSwap}
        />
      </Tool>
      <Tool label="Copy a link to this view">
        <ToolbarButton
          aria-label="Copy a link to this view"
          className={styles.wide}
          icon={<LinkRegular />}
          onClick={props.onCopyLink}
        />
      </Tool>
      <MoreMenu className={styles.more} {...props} />
    </Toolbar>
  );
}

function MoreMenu({
  className,
  isAligning,
  showsEvidence,
  isFollowing,
  ...props
}: TimeMachineToolbarProps & { className: string }) {
  return (
    <ToolbarMenu label="More about the sheets" className={className}>
      <MenuItem icon={<TargetRegular />} onClick={() => props.onAlign(!isAligning)}>
        {isAligning ? 'End aligning' : 'Align'}
      </MenuItem>
      <MenuItem
        icon={showsEvidence ? <EyeOffRegular /> : <EyeRegular />}
        onClick={() => props.onEvidence(!showsEvidence)}
      >
        {showsEvidence ? 'Hide annotations' : 'Show annotations'}
      </MenuItem>
      <MenuItem icon={<TimelineRegular />} onClick={() => props.onFollow(!isFollowing)}>
        {isFollowing ? 'Stop following' : 'Follow a feature'}
      </MenuItem>
      <MenuItem icon={<ArrowSwapRegular />} onClick={props.onSwap}>
        Swap A and B
      </MenuItem>
      <MenuItem icon={<PageFitRegular />} onClick={props.onShowAll}>
        Show all of A
      </MenuItem>
      <MenuItem icon={<ArrowClockwiseRegular />} disabled={isAligning} onClick={props.onTurn}>
        Rotate both by 90°
      </MenuItem>
      <MenuItem icon={<LinkRegular />} onClick={props.onCopyLink}>
        Copy a link to this view
      </MenuItem>
    </ToolbarMenu>
  );
}
