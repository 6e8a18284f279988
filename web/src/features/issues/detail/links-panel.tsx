import { Button, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { ISSUE_LINK_TYPES, type IssueLinkType } from '@symbio/proto/issue/vocabulary';
import { useRef, useState } from 'react';
import { RouterLink } from '../../../components/router-link.js';
import { RowFocus } from '../../../components/row-focus.js';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { useLinkIssuesMutation, useUnlinkIssuesMutation } from '../api.js';
import { LINK_LABELS } from '../issue-labels.js';
import { issuePath, type Issue, type IssueSummary } from '../issue-records.js';
import { IssueSearch } from '../parts/issue-search.js';
import { StatusBadge } from '../parts/issue-badges.js';
import { usePanelStyles } from './detail-styles.js';

const useStyles = makeStyles({
  link: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '8px' },
  words: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', minWidth: 0 },
  title: { overflowWrap: 'anywhere' },
  group: { marginBottom: '4px' },
  form: { marginTop: '12px' },
});

export function LinksPanel({ issue }: { issue: Issue }) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const [isAdding, setAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setAdding(false);
    // the focused search is removed
    opener.current?.focus();
  };
  const [link] = useLinkIssuesMutation();
  const [unlink] = useUnlinkIssuesMutation();
  const groups = ISSUE_LINK_TYPES.map((type) => ({
    type,
    others: issue.links.filter((link) => link.type === type).map((link) => link.issue),
  })).filter(({ others }) => others.length > 0);
  const remove = async (type: IssueLinkType, other: IssueSummary): Promise<void> => {
    const question = { issueId: issue.id, type, otherId: other.id };
    const { error } = await unlink(question);
    if (error) return notify({ type: 'error', title: 'Failed to remove the link', description: changeRefusal(error) });
    const words = `${LINK_LABELS[type].toLowerCase()} ${other.key}`;
    offerUndo(
      { title: 'Link removed', description: `${issue.key}: ${words}` },
      { what: `removal of the link “${words}”`, undo: () => link(question).unwrap() },
    );
  };
  return (
    <Sheet
      title="Links"
      actions={
        <Button
          ref={opener}
          size="small"
          appearance="subtle"
          icon={isAdding ? <DismissRegular /> : <AddRegular />}
          aria-label={isAdding ? 'Close the search' : 'Add a link'}
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        />
      }
    >
      <RowFocus />
      {groups.length === 0 && !isAdding ? <p className={panel.quiet}>No linked issues</p> : null}
      <div className={panel.stack}>
        {groups.map(({ type, others }) => (
          <div key={type}>
            <h3 className={mergeClasses(panel.name, styles.group)}>{LINK_LABELS[type]}</h3>
            <ul className={panel.list} aria-label={LINK_LABELS[type]}>
              {others.map((other) => (
                <li key={other.id} className={styles.link}>
                  <span className={styles.words}>
                    <RouterLink to={issuePath(other)} className={styles.title}>
                      {`${other.key} ${other.title}`}
                    </RouterLink>
                    <StatusBadge status={other.status} />
                  </span>
                  <Button
                    size="small"
                    appearance="subtle"
                    data-row-action="remove"
                    icon={<DismissRegular />}
                    aria-label={`Remove link: ${LINK_LABELS[type].toLowerCase()} ${other.key}`}
                    onClick={() => void remove(type, other)}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {isAdding ? <AddLink issue={issue} onDone={close} /> : null}
    </Sheet>
  );
}

function AddLink({ issue, onDone }: { issue: Issue; onDone: () => void }) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const [type, setType] = useState<IssueLinkType>('duplicate_of');
  const [problem, setProblem] = useState<string>();
  const [link] = useLinkIssuesMutation();
  const taken = issue.links.filter((each) => each.type === type).map((each) => each.issue.id);
  const add = async (other: IssueSummary): Promise<void> => {
    const { error } = await link({ issueId: issue.id, type, otherId: other.id });
    if (error) setProblem(changeRefusal(error));
    else onDone();
  };
  return (
    <div className={mergeClasses(panel.stack, styles.form)}>
      <Select
        aria-label="Kind of link"
        value={type}
        onChange={(_, data) => {
          setProblem(undefined);
          setType(ISSUE_LINK_TYPES.find((each) => each === data.value) ?? type);
        }}
      >
        {ISSUE_LINK_TYPES.map((each) => (
          <option key={each} value={each}>
            {LINK_LABELS[each]}
          </option>
        ))}
      </Select>
      <IssueSearch
        label="Issue"
        without={new Set([issue.id, ...taken])}
        onChoose={(other) => void add(other)}
        validationMessage={problem}
      />
    </div>
  );
}
