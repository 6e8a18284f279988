import { Button, Field, Input, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import { useId, useRef, useState } from 'react';
import { AUDIT_ACTIONS, isAuditAction } from '@symbio/proto/identity/vocabulary';
import { ProjectField } from '../../components/project-field.js';
import { UserPicker } from '../../components/user-picker.js';
import { useFocusFirstInvalid } from '../../lib/ui/forms.js';
import type { FoundUser } from '../../lib/session/user-search.js';
import type { AuditFilter } from './audit-api.js';
import type { ProjectChoice } from '../../lib/project/project-search.js';
import { ACTION_LABELS } from './audit-labels.js';

const NARROW = '@media (max-width: 760px)';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
    alignItems: 'end',
    gap: '12px 16px',
    padding: '16px 24px',
    [NARROW]: { padding: '16px' },
  },
  // leaves the list on the first screen
  closed: { [NARROW]: { display: 'none' } },
  toggle: { display: 'none', margin: '16px 16px 0', [NARROW]: { display: 'inline-flex' } },
  buttons: { display: 'flex', gap: '8px' },
});

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const CHOOSE_PERSON = 'Choose a person from the list, or empty this field';
const CHOOSE_PROJECT = 'Choose a project from the list, or empty this field';

/** RFC 3339 from local time; undefined if empty. */
const momentOf = (local: string): string | undefined => {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

const given = (filter: Record<string, string | undefined>): AuditFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));

export function AuditFilterForm({ onFilter }: { onFilter: (filter: AuditFilter) => void }) {
  const styles = useStyles();
  const [person, setPerson] = useState<{ chosen?: FoundUser; words: string }>({ words: '' });
  const [project, setProject] = useState<{ chosen?: ProjectChoice; words: string }>({ words: '' });
  const [problems, setProblems] = useState<{ person?: string; project?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [action, setAction] = useState('');
  const [words, setWords] = useState({ from: '', to: '', address: '', key: '' });
  const [round, setRound] = useState(0);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const set = (name: keyof typeof words) => (_event: unknown, data: { value: string }) =>
    setWords({ ...words, [name]: data.value });
  const apply = (): void => {
    // unmatched text must not look like an active filter
    // an id also finds the entries of a deleted project
    const projectId = project.chosen?.id ?? (isId(project.words.trim()) ? project.words.trim() : undefined);
    const wrong = {
      ...(!person.chosen && person.words.trim() !== '' && { person: CHOOSE_PERSON }),
      ...(!projectId && project.words.trim() !== '' && { project: CHOOSE_PROJECT }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) {
      focusFirstInvalid();
      return;
    }
    onFilter(
      given({
        user_id: person.chosen?.id,
        action: isAuditAction(action) ? action : undefined,
        from: momentOf(words.from),
        to: momentOf(words.to),
        address: words.address.trim(),
        project_id: projectId,
        api_key_id: words.key.trim(),
      }),
    );
  };
  const clear = (): void => {
    setPerson({ words: '' });
    setProject({ words: '' });
    setProblems({});
    setAction('');
    setWords({ from: '', to: '', address: '', key: '' });
    setRound(round + 1);
    onFilter({});
  };
  return (
    <>
      <Button
        className={styles.toggle}
        icon={<FilterRegular />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <form
        id={id}
        ref={form}
        className={mergeClasses(styles.form, !isOpen && styles.closed)}
        role="search"
        aria-label="Filter entries"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <UserPicker
          key={round}
          label="Person"
          chosen={person.chosen}
          validationMessage={problems.person}
          onChoose={(chosen, words) => {
            setPerson({ chosen, words });
            setProblems(({ project: other }) => ({ project: other }));
          }}
        />
        <Field label="Action">
          <Select value={action} onChange={(_, data) => setAction(data.value)}>
            <option value="">All actions</option>
            {AUDIT_ACTIONS.map((one) => (
              <option key={one} value={one}>
                {ACTION_LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="From">
          <Input type="datetime-local" value={words.from} onChange={set('from')} />
        </Field>
        <Field label="Until">
          <Input type="datetime-local" value={words.to} onChange={set('to')} />
        </Field>
        <ProjectField
          key={`project-${round}`}
          label="Project"
          placeholder="Name, number or id"
          chosen={project.chosen ? [project.chosen] : []}
          validationMessage={problems.project}
          onSelect={(chosen, words) => {
            setProject({ chosen, words });
            setProblems(({ person: other }) => ({ person: other }));
          }}
        />
        <Field label="API key id">
          <Input value={words.key} onChange={set('key')} />
        </Field>
        <Field label="Address">
          <Input value={words.address} onChange={set('address')} />
        </Field>
        <div className={styles.buttons}>
          <Button appearance="primary" type="submit">
            Apply
          </Button>
          <Button onClick={clear}>Clear</Button>
        </div>
      </form>
    </>
  );
}
