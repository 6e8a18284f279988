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
  Switch,
  tokens,
} from '@fluentui/react-components';
import { Fragment } from 'react';
import { FocusReturn } from './focus-return.js';
import { setLetterKeysOn, useLetterKeysOn } from '../lib/ui/letter-keys.js';

export interface KeyHelp {
  keys: readonly string[];
  what: string;
}

export interface KeyGroup {
  title: string;
  lines: readonly KeyHelp[];
}

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

interface KeyboardHelpDialogProps {
  groups: readonly KeyGroup[];
  onClose: () => void;
}

/** With the setting that disables single-letter keys. */
export function KeyboardHelpDialog({ groups, onClose }: KeyboardHelpDialogProps) {
  const styles = useStyles();
  const isOn = useLetterKeysOn();
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface data-testid="keyboard-help">
        <FocusReturn />
        <DialogBody>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogContent tabIndex={0} className={styles.content}>
            <Switch
              label="Single-letter shortcuts"
              checked={isOn}
              onChange={(_, { checked }) => setLetterKeysOn(checked)}
            />
            {groups.map(({ title, lines }) => (
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
