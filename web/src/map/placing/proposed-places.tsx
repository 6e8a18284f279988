import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import { SparkleRegular } from '@fluentui/react-icons';
import type { ProposedPlaces as Proposed } from './use-proposal.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, alignItems: 'flex-start' },
  list: { listStyleType: 'none', margin: 0, padding: 0, alignSelf: 'stretch' },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '32px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

/** Crossings that the street names on the sheet propose. */
export function ProposedPlaces({ proposed }: { proposed: Proposed }) {
  const styles = useStyles();
  const { points, accept, isLooking, sentence, failure } = proposed;
  return (
    <section className={styles.root} aria-label="Proposed places">
      <Button size="small" icon={<SparkleRegular />} disabledFocusable={isLooking} onClick={proposed.propose}>
        {isLooking ? 'Looking for the streets...' : 'Propose places by street names'}
      </Button>
      {failure !== null && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
      <Text role="status" size={200}>
        {isLooking ? '' : sentence}
      </Text>
      {points.length > 0 && (
        <>
          <ul className={styles.list} aria-label="Places that can be accepted">
            {points.map(({ id, name, latitude, longitude }) => {
              const shown = name || `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
              return (
                <li key={id} className={styles.row}>
                  <span className={styles.name}>{shown}</span>
                  <Button
                    size="small"
                    aria-label={`Accept ${shown}`}
                    disabledFocusable={!accept}
                    onClick={() => accept?.([id])}
                  >
                    Accept
                  </Button>
                </li>
              );
            })}
          </ul>
          <Button
            size="small"
            appearance="primary"
            disabledFocusable={!accept}
            onClick={() => accept?.(points.map(({ id }) => id))}
          >
            {`Accept all (${points.length})`}
          </Button>
        </>
      )}
    </section>
  );
}
