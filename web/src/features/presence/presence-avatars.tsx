import { Avatar, makeStyles, mergeClasses, ToggleButton, tokens, Tooltip } from '@fluentui/react-components';
import { CursorProhibitedRegular, CursorRegular } from '@fluentui/react-icons';
import { setCursorsOn, useCursorsOn } from './cursor-setting.js';
import { presentName } from './presence-registry.js';
import type { PresentPerson } from './presence-registry.js';
import { usePresentPeople } from './presence.js';

/** The rest is counted. */
const FACES = 4;

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
  more: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, paddingInlineStart: '4px' },
  // people on the current page get a ring; others are dimmed
  here: { outline: `2px solid ${tokens.colorBrandStroke1}`, borderRadius: tokens.borderRadiusCircular },
  face: { display: 'inline-flex', margin: '2px' },
});

/** Those on the current page first. */
export function PresenceAvatars({ pageId }: { pageId: string | null }) {
  const styles = useStyles();
  const people = usePresentPeople();
  if (people.length === 0) return null;
  const isOnPage = ({ pageIds }: PresentPerson) => pageId !== null && pageIds.has(pageId);
  const sorted = [...people].sort((a, b) => Number(isOnPage(b)) - Number(isOnPage(a)));
  const rest = sorted.slice(FACES).map(presentName);
  return (
    <ul className={styles.row} aria-label="Other people here" data-testid="presence">
      {sorted.slice(0, FACES).map((person) => {
        const where = isOnPage(person) ? 'on this page' : 'in this project';
        return (
          <li key={person.userId}>
            <Tooltip content={`${presentName(person)}, ${where}`} relationship="label">
              <span className={mergeClasses(styles.face, isOnPage(person) && styles.here)} role="img" tabIndex={0}>
                <Avatar name={person.name} size={24} color="colorful" aria-hidden="true" idForColor={person.userId} />
              </span>
            </Tooltip>
          </li>
        );
      })}
      {rest.length > 0 && (
        <li>
          <Tooltip content={rest.join(', ')} relationship="description">
            <span className={styles.more} tabIndex={0}>{`+${rest.length}`}</span>
          </Tooltip>
        </li>
      )}
      {pageId !== null && (
        <li>
          <CursorsButton />
        </li>
      )}
    </ul>
  );
}

function CursorsButton() {
  const isOn = useCursorsOn();
  const label = isOn ? 'Cursors are shared: hide mine and those of others' : 'Share cursors with others on this page';
  return (
    <Tooltip content={label} relationship="label">
      <ToggleButton
        size="small"
        appearance="transparent"
        checked={isOn}
        icon={isOn ? <CursorRegular /> : <CursorProhibitedRegular />}
        onClick={() => setCursorsOn(!isOn)}
      />
    </Tooltip>
  );
}

export function PagePresence({ pageId }: { pageId: string }) {
  const styles = useStyles();
  const people = usePresentPeople().filter(({ pageIds }) => pageIds.has(pageId));
  if (people.length === 0) return null;
  const names = people.map(presentName).join(', ');
  return (
    <span
      className={styles.row}
      role="img"
      aria-label={`On this page: ${names}`}
      title={names}
      data-testid="presence-mark"
    >
      {people.slice(0, 3).map(({ userId, name }) => (
        <Avatar key={userId} name={name} size={20} color="colorful" idForColor={userId} aria-hidden="true" />
      ))}
    </span>
  );
}
