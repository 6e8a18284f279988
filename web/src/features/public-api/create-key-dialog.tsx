import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Select,
  tokens,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { UserPicker, userLabel } from '../../components/user-picker.js';
import { useCreationId } from '../../lib/creation-id.js';
import { apiErrorOf } from '../../lib/errors.js';
import { focusFirstInvalid, withoutMessage } from '../../lib/forms.js';
import { useMe } from '../../lib/me.js';
import type { FoundUser } from '../../lib/users.js';
import {
  useCreateApiKeyMutation,
  useListAgentAuthorsQuery,
  type CreatedApiKey,
  type NewApiKey,
  type ProjectChoice,
} from './api.js';
import { CopyButton } from './copy-button.js';
import { ProjectPicker } from './project-picker.js';

const useStyles = makeStyles({
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    maxHeight: 'min(66vh, 640px)',
    overflowY: 'auto',
    padding: '8px 6px 8px 2px',
    marginRight: '-6px',
  },
  keyRow: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  key: {
    flexGrow: 1,
    flexBasis: '280px',
    minWidth: 0,
    padding: '10px 12px',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

type Errors = Partial<Record<'name' | 'user_id' | 'author_id' | 'project_ids', string>>;

/** Creates a key, then shows it: this once (OP-21). While it shows, only Done closes the dialog. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [create, { isLoading }] = useCreateApiKeyMutation();
  const [created, setCreated] = useState<CreatedApiKey>();
  return (
    <Dialog
      open
      modalType="alert"
      onOpenChange={(_, data) => {
        if (!data.open && !isLoading && !created) onClose();
      }}
    >
      <DialogSurface>
        {created ? (
          <KeyShown created={created} onDone={onClose} />
        ) : (
          <KeyForm busy={isLoading} onCancel={onClose} create={async (key) => setCreated(await create(key).unwrap())} />
        )}
      </DialogSurface>
    </Dialog>
  );
}

function KeyForm({
  busy,
  create,
  onCancel,
}: {
  busy: boolean;
  create: (key: NewApiKey) => Promise<void>;
  onCancel: () => void;
}) {
  const styles = useStyles();
  const me = useMe();
  const { data: agents = [] } = useListAgentAuthorsQuery();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [user, setUser] = useState<FoundUser | undefined>(me && { id: me.id, name: me.name, email: me.email });
  const [authorId, setAuthorId] = useState('');
  const [limited, setLimited] = useState(false);
  const [projects, setProjects] = useState<ProjectChoice[]>([]);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const creationId = useCreationId();

  const corrected = (field: keyof Errors): void => setErrors((before) => withoutMessage(before, field));
  const reject = (found: Errors): void => {
    setErrors(found);
    focusFirstInvalid(form.current);
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found: Errors = {
      ...(name.trim() === '' ? { name: 'Name is required' } : {}),
      ...(user ? {} : { user_id: 'Choose the user the key acts for' }),
      ...(limited && projects.length === 0 ? { project_ids: 'Choose at least one project' } : {}),
    };
    setFailure(undefined);
    reject(found);
    if (!user || Object.keys(found).length > 0) return;
    try {
      const values = {
        name: name.trim(),
        user_id: user.id,
        ...(authorId === '' ? {} : { author_id: authorId }),
        ...(limited ? { project_ids: projects.map(({ id }) => id) } : {}),
      };
      await create({ id: creationId(values), ...values });
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      reject(error.fields);
      if (Object.keys(error.fields).length === 0) setFailure(error.message);
    }
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        <DialogTitle>Create API key</DialogTitle>
        <DialogContent className={styles.content}>
          {failure ? (
            <MessageBar intent="error" layout="multiline" role="alert">
              <MessageBarBody>{failure}</MessageBarBody>
            </MessageBar>
          ) : null}
          <Field
            label="Name"
            required
            hint="What the key is for, so that you know it again."
            validationMessage={errors.name}
          >
            <Input
              value={name}
              onChange={(_, data) => {
                setName(data.value);
                corrected('name');
              }}
            />
          </Field>
          <UserPicker
            label="Acts for"
            hint="The key can open what this user can open."
            chosen={user}
            onChoose={(chosen) => {
              setUser(chosen);
              corrected('user_id');
            }}
            validationMessage={errors.user_id}
          />
          <Field
            label="Writes as"
            hint="The author of the annotations, features and mentions it makes."
            validationMessage={errors.author_id}
          >
            <Select value={authorId} onChange={(_, data) => setAuthorId(data.value)}>
              <option value="">{user ? `${userLabel(user)} (own author)` : "The user's own author"}</option>
              {agents.map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {`${agent.agent_name} ${agent.agent_version} (AI agent)`}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Projects">
            <RadioGroup
              value={limited ? 'some' : 'all'}
              onChange={(_, data) => {
                setLimited(data.value === 'some');
                corrected('project_ids');
              }}
            >
              <Radio value="all" label="Every project this user can open" />
              <Radio value="some" label="Only the projects chosen here" />
            </RadioGroup>
          </Field>
          {limited ? (
            <ProjectPicker
              chosen={projects}
              onChoose={(chosen) => {
                setProjects(chosen);
                corrected('project_ids');
              }}
              validationMessage={errors.project_ids}
            />
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={busy}>
            {busy ? 'Creating...' : 'Create'}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  );
}

function KeyShown({ created, onDone }: { created: CreatedApiKey; onDone: () => void }) {
  const styles = useStyles();
  const who = created.user_name || 'its user';
  return (
    <DialogBody>
      <DialogTitle>API key created</DialogTitle>
      <DialogContent className={styles.content}>
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {created.key === undefined ? (
              created.message
            ) : (
              <>
                Copy this key now: it is shown only this once and cannot be read again. Whoever has it acts for {who}{' '}
                until it is revoked.
              </>
            )}
          </MessageBarBody>
        </MessageBar>
        {created.key === undefined ? null : (
          <div className={styles.keyRow}>
            <code className={styles.key} aria-label="API key">
              {created.key}
            </code>
            <CopyButton text={created.key} what="API key" appearance="secondary" size="medium" />
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
