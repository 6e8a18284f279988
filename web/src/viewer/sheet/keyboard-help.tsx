import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { Fragment } from 'react';

/** A line of the keyboard help: keys that do the same, and what they do. */
export interface KeyHelp {
  keys: readonly string[];
  what: string;
}

/** Lines of the keyboard help under one title. */
export interface KeyGroup {
  title: string;
  lines: readonly KeyHelp[];
}

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const COMMAND = isApple ? '⌘' : 'Ctrl';

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'The sheet',
    lines: [
      { keys: ['+', '-'], what: 'Zoom in, zoom out' },
      { keys: ['0', 'W', '1'], what: 'Fit to page, fit to width, actual size' },
      { keys: ['R', 'Shift R'], what: 'Turn to the right, to the left' },
      { keys: ['Space'], what: 'Hold and drag to pan; so does the middle mouse button' },
      { keys: ['←', '→', '↑', '↓'], what: 'Pan, while nothing is selected' },
      { keys: ['Page Up', 'Page Down'], what: 'Previous page, next page' },
      { keys: ['H'], what: 'Hide or show all annotations' },
    ],
  },
  {
    title: 'Annotations',
    lines: [
      { keys: ['N'], what: 'New annotation in the middle of the view' },
      { keys: ['←', '→', '↑', '↓'], what: 'Move the selected one by 1 image pixel; with Shift by 10' },
      { keys: ['Enter'], what: 'Link the selected one to a feature' },
      { keys: ['Delete'], what: 'Delete the selected one' },
      { keys: ['Esc'], what: 'Cancel what is being drawn or moved, or clear the selection' },
      { keys: [`${COMMAND} Z`, `${COMMAND} Shift Z`], what: 'Undo, redo what you did on this page' },
      { keys: ['Shift'], what: 'Draw inside another annotation; keep the proportion while resizing' },
    ],
  },
  {
    title: 'The list of annotations',
    lines: [
      { keys: ['↑', '↓', 'Home', 'End'], what: 'Go through the list' },
      { keys: ['Enter'], what: 'Select it and go to it on the sheet' },
    ],
  },
];

const useStyles = makeStyles({
  content: {
    paddingInline: tokens.spacingHorizontalXS,
    ':focus-visible': { outline: `1px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
  },
  group: { margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  lines: {
    display: 'grid',
    gridTemplateColumns: '164px 1fr',
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr', rowGap: 0 },
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    alignItems: 'baseline',
    margin: 0,
  },
  keys: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, margin: 0 },
  key: {
    padding: '0 6px',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  what: { margin: 0 },
});

interface KeyboardHelpProps {
  /** Keys of what else the page offers, e.g. the review of proposals. */
  extra?: KeyGroup;
  onClose: () => void;
}

/** The sheet that lists all keys of the viewer. */
export function KeyboardHelp({ extra, onClose }: KeyboardHelpProps) {
  const styles = useStyles();
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface data-testid="keyboard-help">
        <DialogBody>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogContent tabIndex={0} className={styles.content}>
            {[...GROUPS, ...(extra ? [extra] : [])].map(({ title, lines }) => (
              <Fragment key={title}>
                <h3 className={styles.group}>{title}</h3>
                <dl className={styles.lines}>
                  {lines.map(({ keys, what }) => (
                    <Fragment key={what}>
                      <dt className={styles.keys}>
                        {keys.map((key) => (
                          <kbd key={key} className={styles.key}>
                            {key}
                          </kbd>
                        ))}
                      </dt>
                      <dd className={styles.what}>{what}</dd>
                    </Fragment>
                  ))}
                </dl>
              </Fragment>
            ))}
          </DialogContent>
          <DialogActions>
            <DialogTrigger disableButtonEnhancement>
              <Button appearance="primary">Close</Button>
            </DialogTrigger>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
