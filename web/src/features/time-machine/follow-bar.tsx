import { Button, Combobox, makeStyles, Option, tokens, Tooltip } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { RouterLink } from '../../components/router-link.js';
import type { Feature } from '../../evidence/evidence-api.js';
import { errorMessage } from '../../lib/http/errors.js';
import { findingHref } from './finding-card.js';
import { sightingText, type Sighting } from './sightings.js';
import type { Unread } from './use-alignment.js';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalS },
  },
  choice: { minWidth: '160px', flexBasis: '260px' },
  said: { minWidth: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  close: { marginInlineStart: 'auto' },
});

const NO_FEATURES: readonly Feature[] = [];

const MOST = 100;

interface FollowBarProps {
  projectId: string;
  /** undefined while loading or after a failure */
  features: readonly Feature[] | undefined;
  feature: Feature | null;
  /** null while loading or after a failure */
  sightings: readonly Sighting[] | null;
  failure: Unread | null;
  /** Index of the current sighting, or -1. */
  at: number;
  onChoose: (featureId: string) => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

export function FollowBar(props: FollowBarProps) {
  const { projectId, features = NO_FEATURES, feature, sightings, failure, at, onChoose, onStep, onClose } = props;
  const styles = useStyles();
  const [typed, setTyped] = useState<string | null>(null);
  const asked = (typed ?? '').trim().toLowerCase();
  const offered = features.filter(({ name }) => name.toLowerCase().includes(asked)).slice(0, MOST);
  const shown = sightings?.[at];
  const count = sightings?.length ?? 0;
  return (
    <section className={styles.bar} aria-label="Follow a feature">
      <Combobox
        className={styles.choice}
        size="small"
        aria-label="Feature to follow"
        placeholder="Choose a feature"
        value={typed ?? feature?.name ?? ''}
        selectedOptions={feature ? [feature.id] : []}
        onChange={({ target }) => setTyped(target.value)}
        onOpenChange={(_, { open }) => {
          if (!open) setTyped(null);
        }}
        onOptionSelect={(_, { optionValue }) => {
          setTyped(null);
          if (optionValue) onChoose(optionValue);
        }}
      >
        {offered.map(({ id, name }) => (
          <Option key={id} value={id}>
            {name}
          </Option>
        ))}
        {offered.length === 0 && (
          <Option disabled value="" text="">
            {!props.features
              ? failure
                ? 'The features could not be loaded.'
                : 'Loading features...'
              : features.length === 0
                ? 'No feature yet: link annotations to features on their sheets.'
                : 'No such feature.'}
          </Option>
        )}
      </Combobox>
      {feature && (
        <>
          <Tooltip content="Earlier sighting" relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<ChevronLeftRegular />}
              disabledFocusable={count === 0}
              onClick={() => onStep(-1)}
            />
          </Tooltip>
          <Tooltip content="Later sighting" relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<ChevronRightRegular />}
              disabledFocusable={count === 0}
              onClick={() => onStep(1)}
            />
          </Tooltip>
          <span className={styles.said} role="status">
            {sightings ? sightingText(sightings, at) : failure ? '' : 'Searching...'}
          </span>
          {shown && (
            <RouterLink to={findingHref(projectId, shown.sheet, shown.annotation.id)}>Open on its sheet</RouterLink>
          )}
        </>
      )}
      {failure && (
        <span className={styles.said} role="alert">
          {`The search failed. ${errorMessage(failure.error, '')} `}
          <Button size="small" onClick={failure.onRetry}>
            Retry
          </Button>
        </span>
      )}
      <Button
        className={styles.close}
        size="small"
        appearance="subtle"
        aria-label="Stop following"
        icon={<DismissRegular />}
        onClick={onClose}
      />
    </section>
  );
}
