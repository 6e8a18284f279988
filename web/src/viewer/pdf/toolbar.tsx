import {
  Input,
  makeStyles,
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
  Toolbar,
  ToolbarButton,
  ToolbarDivider,
  ToolbarToggleButton,
  Tooltip,
} from '@fluentui/react-components';
import {
  ArrowAutofitWidthRegular,
  ArrowRotateClockwiseRegular,
  ChevronDownRegular,
  ChevronUpRegular,
  DocumentOnePageRegular,
  PageFitRegular,
  SearchRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { PdfFit, PdfState } from './pages.js';
import { isKey } from '../../lib/ui/keys.js';

const NARROW = '@media (max-width: 800px)';
/** Zoom presets; 1 is paper size. */
const SCALES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  page: { width: '56px', '& input': { textAlign: 'end' } },
  of: {
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    paddingInline: tokens.spacingHorizontalXS,
  },
  percent: { minWidth: '68px', fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightRegular },
  wide: { [NARROW]: { display: 'none' } },
  end: { marginInlineStart: 'auto' },
});

export interface PdfToolbarProps {
  state: PdfState;
  pages: number;
  showsThumbnails: boolean;
  showsFind: boolean;
  onThumbnails: () => void;
  onFind: () => void;
  onGoTo: (page: number) => void;
  onZoom: (direction: 1 | -1) => void;
  onZoomTo: (scale: number) => void;
  onFit: (fit: PdfFit) => void;
  onTurn: (direction: 1 | -1) => void;
}

export function PdfToolbar(props: PdfToolbarProps) {
  const styles = useStyles();
  const { state, pages, showsThumbnails, showsFind } = props;
  const toggles = [...(showsThumbnails ? ['thumbnails'] : []), ...(showsFind ? ['find'] : [])];
  return (
    <Toolbar aria-label="PDF" size="small" className={styles.bar} checkedValues={{ panels: toggles }}>
      <Tooltip content="Page thumbnails" relationship="label">
        <ToolbarToggleButton
          name="panels"
          value="thumbnails"
          appearance="subtle"
          icon={<DocumentOnePageRegular />}
          onClick={props.onThumbnails}
        />
      </Tooltip>
      <ToolbarDivider className={styles.wide} />
      <Tooltip content="Previous page" relationship="label">
        <ToolbarButton
          className={styles.wide}
          icon={<ChevronUpRegular />}
          disabled={state.page <= 1}
          onClick={() => props.onGoTo(state.page - 1)}
        />
      </Tooltip>
      <Tooltip content="Next page" relationship="label">
        <ToolbarButton
          className={styles.wide}
          icon={<ChevronDownRegular />}
          disabled={state.page >= pages}
          onClick={() => props.onGoTo(state.page + 1)}
        />
      </Tooltip>
      <PageField page={state.page} pages={pages} onGoTo={props.onGoTo} />
      <ToolbarDivider className={styles.wide} />
      <Tooltip content="Zoom Out" relationship="label">
        <ToolbarButton icon={<ZoomOutRegular />} onClick={() => props.onZoom(-1)} />
      </Tooltip>
      <ZoomMenu {...props} />
      <Tooltip content="Zoom In" relationship="label">
        <ToolbarButton icon={<ZoomInRegular />} onClick={() => props.onZoom(1)} />
      </Tooltip>
      <Tooltip content="Fit to Width" relationship="label">
        <ToolbarButton
          className={styles.wide}
          icon={<ArrowAutofitWidthRegular />}
          onClick={() => props.onFit('page-width')}
        />
      </Tooltip>
      <Tooltip content="Fit to Page" relationship="label">
        <ToolbarButton className={styles.wide} icon={<PageFitRegular />} onClick={() => props.onFit('page-fit')} />
      </Tooltip>
      <ToolbarDivider className={styles.wide} />
      <Tooltip content="Rotate (R)" relationship="label">
        <ToolbarButton icon={<ArrowRotateClockwiseRegular />} onClick={() => props.onTurn(1)} />
      </Tooltip>
      <Tooltip content="Find (Ctrl+F)" relationship="label">
        <ToolbarToggleButton
          className={styles.end}
          name="panels"
          value="find"
          appearance="subtle"
          icon={<SearchRegular />}
          onClick={props.onFind}
        />
      </Tooltip>
    </Toolbar>
  );
}

function PageField({ page, pages, onGoTo }: { page: number; pages: number; onGoTo: (page: number) => void }) {
  const styles = useStyles();
  const [draft, setDraft] = useState<string | null>(null);
  const go = () => {
    const asked = Number.parseInt(draft ?? '', 10);
    setDraft(null);
    if (asked >= 1) onGoTo(Math.min(asked, pages));
  };
  return (
    <>
      <Input
        className={styles.page}
        size="small"
        inputMode="numeric"
        aria-label={`Page, of ${pages}`}
        value={draft ?? String(page)}
        onFocus={(event) => event.target.select()}
        onChange={(_, { value }) => setDraft(value.replace(/\D/g, '').slice(0, 6))}
        onBlur={() => setDraft(null)}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) go();
          if (isKey(event, 'Escape')) setDraft(null);
        }}
      />
      <span className={styles.of} data-testid="pdf-pages">{`of ${pages}`}</span>
    </>
  );
}

function ZoomMenu({ state, onZoomTo, onFit }: PdfToolbarProps) {
  const styles = useStyles();
  const percent = `${Math.round(state.scale * 100)}%`;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          size="small"
          appearance="subtle"
          className={styles.percent}
          aria-label={`Zoom, ${percent}`}
          data-testid="pdf-zoom"
        >
          {percent}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onFit('auto')}>Automatic</MenuItem>
          <MenuItem onClick={() => onFit('page-width')}>Page width</MenuItem>
          <MenuItem onClick={() => onFit('page-fit')}>Whole page</MenuItem>
          <MenuDivider />
          {SCALES.map((scale) => (
            <MenuItem key={scale} onClick={() => onZoomTo(scale)}>{`${scale * 100}%`}</MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
