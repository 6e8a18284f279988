import { makeStyles, tokens } from '@fluentui/react-components';
import { CircleFilled, CircleHalfFillRegular, CircleRegular } from '@fluentui/react-icons';
import type { PlacedSheet } from '../../../evidence/georeferences-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexShrink: 0, marginInlineStart: 'auto', color: tokens.colorNeutralForeground3 },
});

/** How well a sheet is placed on the earth: an empty, half or full circle. */
export function PlaceChip({ placed }: { placed: PlacedSheet | undefined }) {
  const styles = useStyles();
  const text = placed ? placed.state_text : 'not placed';
  const Icon =
    placed?.state === 'exact' ? CircleFilled : placed?.state === 'rough' ? CircleHalfFillRegular : CircleRegular;
  return (
    <span className={styles.root} role="img" aria-label={`Map: ${text}`} title={`Map: ${text}`}>
      <Icon aria-hidden="true" />
    </span>
  );
}
