import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, PersonRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { medium } from '../../../lib/ui/formats.js';
import { useMe } from '../../../lib/session/me.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useUpdateIssueMutation } from '../api.js';
import { offerIssueUndo } from '../undo-issue-changes.js';
import {
  assigneeLabel,
  issueStatusLabel,
  issueTypeLabel,
  severityLabel,
  SEVERITY_OPTIONS,
  STATUS_OPTIONS,
  TYPE_OPTIONS,
  type Option,
} from '../issue-labels.js';
import type { Issue, IssueChange } from '../issue-records.js';
import { AssigneeField, type Assignee } from '../parts/assignee-field.js';
import { AssigneeLabel, LabelTags, SeverityBadge, StatusBadge, TypeLabel } from '../parts/issue-badges.js';
import { LabelsField } from '../parts/labels-field.js';
import { appPath } from '../parts/app-path.js';
import { VocabularyField } from '../parts/vocabulary-field.js';
import { usePanelStyles } from './detail-styles.js';
import { FieldEditor, Pencil } from './field-editor.js';
import { useFieldEdit, type FieldEdit } from './use-field-edit.js';

const useStyles = makeStyles({
  mine: { display: 'inline-flex', alignItems: 'center', gap: '6px', color: tokens.colorNeutralForeground2 },
  path: { overflowWrap: 'anywhere' },
});

function Row({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  const styles = usePanelStyles();
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <span className={styles.words}>{children}</span>
        {action}
      </dd>
    </div>
  );
}

/** A form is not valid in a description list. */
function EditorRow({ name, children }: { name: string; children: ReactNode }) {
  const styles = usePanelStyles();
  return (
    <div className={styles.row}>
      <dt hidden>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

interface WordRowProps<T extends string> {
  issue: Issue;
  label: string;
  field: 'type' | 'severity' | 'status';
  options: readonly Option<T>[];
  wordsOf: (value: string) => string;
  toChange: (value: T) => IssueChange;
  children: ReactNode;
}

function WordRow<T extends string>({ issue, label, field, options, wordsOf, toChange, children }: WordRowProps<T>) {
  const what = label.toLowerCase();
  const edit = useFieldEdit<T>({ issue, name: field, valueOf: (row) => row[field] as T, toChange });
  if (!edit.isEditing) {
    return (
      <Row name={label} action={<Pencil edit={edit} what={what} />}>
        {children}
      </Row>
    );
  }
  return (
    <EditorRow name={label}>
      <FieldEditor edit={edit} what={what} wordsOf={(row) => wordsOf(row[field])}>
        <VocabularyField
          label={label}
          options={options}
          value={edit.draft}
          onChange={edit.setDraft}
          validationMessage={edit.problem}
        />
      </FieldEditor>
    </EditorRow>
  );
}

function AssigneeRow({ issue }: { issue: Issue }) {
  const edit = useFieldEdit<Assignee>({
    issue,
    name: 'assignee',
    valueOf: ({ assignee, assignee_name }) => ({ assignee, assignee_name }),
    toChange: ({ assignee }) => ({ assignee }),
    toShown: ({ assignee_name }) => ({ assignee_name }),
  });
  if (!edit.isEditing) {
    return (
      <Row name="Assignee" action={<Pencil edit={edit} what="assignee" />}>
        <AssigneeLabel issue={issue} />
      </Row>
    );
  }
  return (
    <EditorRow name="Assignee">
      <AssigneeEditor edit={edit} />
    </EditorRow>
  );
}

function AssigneeEditor({ edit }: { edit: FieldEdit<Assignee> }) {
  const [isValid, setValid] = useState(true);
  return (
    <FieldEditor edit={edit} what="assignee" wordsOf={assigneeLabel} maySave={isValid}>
      <AssigneeField
        value={edit.draft}
        onChange={(value, valid) => {
          setValid(valid);
          edit.setDraft(value);
        }}
        validationMessage={edit.problem}
      />
    </FieldEditor>
  );
}

function LabelsRow({ issue }: { issue: Issue }) {
  const styles = usePanelStyles();
  const edit = useFieldEdit<string[]>({
    issue,
    name: 'labels',
    valueOf: ({ labels }) => labels,
    toChange: (labels) => ({ labels }),
  });
  if (!edit.isEditing) {
    return (
      <Row name="Labels" action={<Pencil edit={edit} what="labels" />}>
        {issue.labels.length > 0 ? <LabelTags labels={issue.labels} /> : <span className={styles.quiet}>None</span>}
      </Row>
    );
  }
  return (
    <EditorRow name="Labels">
      <FieldEditor edit={edit} what="labels" wordsOf={({ labels }) => labels.join(', ') || 'None'}>
        <LabelsField value={edit.draft} onChange={edit.setDraft} validationMessage={edit.problem} />
      </FieldEditor>
    </EditorRow>
  );
}

/** ISSUE-13 */
export function AssignToMe({ issue }: { issue: Issue }) {
  const styles = useStyles();
  const me = useMe();
  const dispatch = useApiDispatch();
  const [update, { isLoading }] = useUpdateIssueMutation();
  const isMine = me !== undefined && issue.assignee === me.id;
  const place = useRef<HTMLSpanElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    // the focused button disappeared or reappeared
    if (hasFocus.current) place.current?.focus();
  }, [isMine]);
  if (!me) return null;
  const take = async (): Promise<void> => {
    const change = { assignee: me.id };
    const { data, error } = await update({ id: issue.id, change, shown: { assignee_name: me.name ?? '' } });
    if (error) notify({ type: 'error', title: 'Failed to update issue', description: changeRefusal(error) });
    else offerIssueUndo(dispatch, [{ before: issue, after: data }], change);
  };
  return (
    <span
      ref={place}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {isMine ? (
        <span className={styles.mine}>
          <CheckmarkRegular aria-hidden="true" />
          Assigned to Me
        </span>
      ) : (
        <Button icon={<PersonRegular />} disabledFocusable={isLoading} onClick={() => void take()}>
          Assign to Me
        </Button>
      )}
    </span>
  );
}

/** User input: only Symbio paths become links. */
function PathText({ path }: { path: string }) {
  const styles = useStyles();
  const own = appPath(path);
  if (own === undefined) return <span className={styles.path}>{path || '—'}</span>;
  return (
    <Link className={styles.path} href={own} target="_blank" rel="noopener">
      {path}
    </Link>
  );
}

/** ISSUE-12, ISSUE-14 */
export function DetailsPanel({ issue }: { issue: Issue }) {
  const styles = usePanelStyles();
  return (
    <Sheet title="Details">
      <dl className={styles.rows}>
        <WordRow
          issue={issue}
          label="Status"
          field="status"
          options={STATUS_OPTIONS}
          wordsOf={issueStatusLabel}
          toChange={(status) => ({ status })}
        >
          <StatusBadge status={issue.status} />
        </WordRow>
        <AssigneeRow issue={issue} />
        <WordRow
          issue={issue}
          label="Type"
          field="type"
          options={TYPE_OPTIONS}
          wordsOf={issueTypeLabel}
          toChange={(type) => ({ type })}
        >
          <TypeLabel type={issue.type} />
        </WordRow>
        <WordRow
          issue={issue}
          label="Severity"
          field="severity"
          options={SEVERITY_OPTIONS}
          wordsOf={severityLabel}
          toChange={(severity) => ({ severity })}
        >
          <SeverityBadge severity={issue.severity} />
        </WordRow>
        <LabelsRow issue={issue} />
        <Row name="Reporter">{issue.reporter_name.trim() || 'Unknown'}</Row>
        <Row name="Created">
          <time dateTime={issue.created_at}>{medium(issue.created_at)}</time>
        </Row>
        <Row name="Updated">
          <time dateTime={issue.updated_at}>{medium(issue.updated_at)}</time>
        </Row>
        <Row name="Path">
          <PathText path={issue.path} />
        </Row>
      </dl>
    </Sheet>
  );
}
