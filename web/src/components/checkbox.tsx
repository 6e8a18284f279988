import { makeStyles, tokens } from '@fluentui/react-components';
import type { MouseEvent } from 'react';

const useStyles = makeStyles({
  check: {
    display: 'inline-flex',
    padding: '10px',
    cursor: 'pointer',
    '& input': {
      width: '18px',
      height: '18px',
      margin: 0,
      cursor: 'pointer',
      accentColor: tokens.colorCompoundBrandBackground,
      ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    },
  },
});

/** Native, for speed with a thousand rows. */
export function Checkbox(props: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
}) {
  const styles = useStyles();
  const { label, checked, mixed = false, onClick } = props;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed && !checked;
        }}
        onClick={onClick}
        // handled by the click event, which knows the Shift key
        onChange={() => undefined}
      />
    </label>
  );
}
