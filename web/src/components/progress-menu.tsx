import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

const useStyles = makeStyles({
  // keeps the header one row high on phones
  button: { minWidth: 'auto', whiteSpace: 'nowrap', '@media (max-width: 600px)': { padding: '5px' } },
  words: { '@media (max-width: 600px)': { display: 'none' } },
  surface: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    width: 'min(460px, calc(100vw - 24px))',
    maxHeight: 'min(70dvh, 640px)',
    overflowY: 'auto',
  },
});

interface ProgressMenuProps {
  /** `Uploads` */
  label: string;
  /** `2 of 5 uploaded` */
  text: string;
  icon: ReactElement;
  /** 0 to 1; undefined when idle. */
  share: number | undefined;
  testId: string;
  children: ReactNode;
}

/** Background activities. */
export function ProgressMenu({ label, text, icon, share, testId, children }: ProgressMenuProps) {
  const styles = useStyles();
  // closes when a link in it navigates
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <Popover
      open={openAt === pathname}
      onOpenChange={(_, data) => setOpenAt(data.open ? pathname : null)}
      trapFocus
      positioning="below-end"
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.button}
          icon={icon}
          aria-label={`${label}: ${text}`}
          data-testid={testId}
        >
          <span className={styles.words}>{text}</span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        {share === undefined ? null : <ProgressBar value={share} aria-label={`${label}: ${text}`} thickness="medium" />}
        {children}
      </PopoverSurface>
    </Popover>
  );
}
