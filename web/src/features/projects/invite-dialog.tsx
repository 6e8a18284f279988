import {
  Combobox,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Option,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { FormActions } from '../../components/form-actions.js';
import { useFormLeaving } from '../../components/form-dialog.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { isEmail, useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/ui/use-debounced.js';
import { useListProjectsQuery, type MemberRole } from './api.js';
import { RoleSelect } from './member-roles.js';
import { useInvite } from './use-invite.js';

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  fields: { display: 'flex', flexDirection: 'column', gap: '14px', padding: '4px 0 12px' },
  combobox: { minWidth: 0, width: '100%' },
});

interface Chosen {
  id: string;
  title: string;
}
type Errors = Partial<Record<'email' | 'project', string>>;

/** Project of an invitation, by words of its title, number or address. */
function ProjectField({ error, onChoose }: { error: string | undefined; onChoose: (project?: Chosen) => void }) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const search = useDebounced(chosen ? '' : words.trim(), SEARCH_DEBOUNCE_MS);
  const { currentData } = useListProjectsQuery({
    ...{ page: 1, search, status: 'all', client_company: '', created: 'all' },
    ...{ sort: 'created_at', order: 'desc' },
  });
  const projects = currentData?.data ?? [];
  return (
    <Field label="Project" required validationMessage={error}>
      <Combobox
        className={styles.combobox}
        freeform
        placeholder="Search by title or number"
        open={open}
        onOpenChange={(_, data) => setOpen(data.open)}
        value={words}
        selectedOptions={chosen ? [chosen] : []}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(undefined);
          onChoose(undefined);
          setOpen(true);
        }}
        onOptionSelect={(_, data) => {
          const project = projects.find(({ id }) => id === data.optionValue);
          if (!project) return;
          setWords(project.title);
          setChosen(project.id);
          onChoose(project);
        }}
      >
        {projects.length === 0 ? (
          <Option value="" text="" disabled>
            {currentData ? 'No project found' : 'Searching...'}
          </Option>
        ) : (
          projects.map(({ id, number, title }) => (
            <Option key={id} value={id} text={title}>
              {`${title} (${number})`}
            </Option>
          ))
        )}
      </Combobox>
    </Field>
  );
}

/** Invites an address to a project (D-74). Stays open on failure. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [email, setEmail] = useState('');
  const [project, setProject] = useState<Chosen>();
  const [role, setRole] = useState<MemberRole>('viewer');
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const { send, isLoading } = useInvite();
  const leaving = useFormLeaving({ isDirty: email !== '' || project !== undefined, isBusy: isLoading, onClose });

  const reject = (found: Errors): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setFailure(undefined);
    const address = email.trim();
    const found: Errors = {
      ...(address === ''
        ? { email: 'Email address is required' }
        : isEmail(address)
          ? {}
          : { email: 'Invalid email address' }),
      ...(project ? {} : { project: 'Choose a project from the list' }),
    };
    if (!project || Object.keys(found).length > 0) return reject(found);
    try {
      await send(project.id, address, role);
      onClose();
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (error.fields.email) reject({ email: error.fields.email });
      else setFailure(error.message);
    }
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <form ref={form} onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Invite a person</DialogTitle>
            <DialogContent className={styles.fields}>
              {failure ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{failure}</MessageBarBody>
                </MessageBar>
              ) : null}
              <p>
                A person without an account gets a link that is good for 7 days. A person with an account is added at
                once, and notified by email.
              </p>
              <Field label="Email Address" required validationMessage={errors.email}>
                <Input
                  type="email"
                  autoComplete="off"
                  value={email}
                  onChange={(_, data) => {
                    setEmail(data.value);
                    setErrors((before) => withoutMessage(before, 'email'));
                  }}
                />
              </Field>
              <ProjectField
                error={errors.project}
                onChoose={(next) => {
                  setProject(next);
                  setErrors((before) => withoutMessage(before, 'project'));
                }}
              />
              <Field label="Role in the project">
                <RoleSelect value={role} onChange={setRole} />
              </Field>
            </DialogContent>
            <FormActions label="Invite" busyLabel="Inviting..." isBusy={isLoading} onCancel={onClose} />
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
