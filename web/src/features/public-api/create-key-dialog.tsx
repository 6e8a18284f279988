import {
  Button,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Radio,
  RadioGroup,
  Select,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { FormActions } from '../../components/form-actions.js';
import { EVERY_PROJECT, problemsOfScope, projectIdsOf, ProjectScopeField } from '../../components/project-scope.js';
import { CreateSecretDialog, SecretField } from '../../components/secret-dialogs.js';
import { UserPicker, userLabel } from '../../components/user-picker.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { useMe } from '../../lib/session/me.js';
import type { FoundUser } from '../../lib/session/user-search.js';
import {
  useCreateApiKeyMutation,
  useListAgentAuthorsQuery,
  type CreatedApiKey,
  type KeyAccess,
  type NewApiKey,
} from './api.js';
import { EndField, NEVER, type KeyEnd } from './end-field.js';

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
});

type Errors = Partial<Record<'name' | 'user_id' | 'author_id' | 'project_ids' | 'access' | 'expires_at', string>>;

/** Shows the secret once (OP-21). */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [create, { isLoading }] = useCreateApiKeyMutation();
  const [created, setCreated] = useState<CreatedApiKey>();
  return (
    <CreateSecretDialog
      busy={isLoading}
      secret={
        created && (
          <SecretField title="API key created" what="API key" secret={created.key} onDone={onClose}>
            {created.key === undefined
              ? created.message
              : `Copy this key now: it is shown only this once and cannot be read again. Anyone who has it can act for ${created.user_name || 'its user'} until it is revoked.`}
          </SecretField>
        )
      }
      form={
        <KeyForm busy={isLoading} onCancel={onClose} create={async (key) => setCreated(await create(key).unwrap())} />
      }
      onClose={onClose}
    />
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
  const { data: agents = [], isError: isWithoutAgents, isFetching, refetch } = useListAgentAuthorsQuery();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [name, setName] = useState('');
  const [user, setUser] = useState<FoundUser | undefined>(me && { id: me.id, name: me.name, email: me.email });
  const [authorId, setAuthorId] = useState('');
  const [access, setAccess] = useState<KeyAccess>('write');
  const [end, setEnd] = useState<KeyEnd>(NEVER);
  const [scope, setScope] = useState(EVERY_PROJECT);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const creationId = useCreationId();

  const corrected = (field: keyof Errors): void => setErrors((before) => withoutMessage(before, field));
  const reject = (found: Errors): void => {
    setErrors(found);
    focusFirstInvalid();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found: Errors = {
      ...(name.trim() === '' ? { name: 'Name is required' } : {}),
      ...(user ? {} : { user_id: 'Choose the user the key acts for' }),
      ...problemsOfScope(scope),
      ...(end.choice === 'day' && !end.at ? { expires_at: 'Choose the last day' } : {}),
    };
    setFailure(undefined);
    reject(found);
    if (!user || Object.keys(found).length > 0) return;
    try {
      const values = {
        name: name.trim(),
        user_id: user.id,
        ...(authorId === '' ? {} : { author_id: authorId }),
        ...(scope.isLimited ? { project_ids: projectIdsOf(scope) } : {}),
        ...(access === 'read' ? { access } : {}),
        ...(end.at ? { expires_at: end.at } : {}),
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
          <Field label="Name" required hint="What the key is used for." validationMessage={errors.name}>
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
            hint="The author of the annotations, features and mentions it creates."
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
          {isWithoutAgents ? (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>The AI agents could not be loaded.</MessageBarBody>
              <MessageBarActions>
                <Button size="small" disabledFocusable={isFetching} onClick={() => void refetch()}>
                  Retry
                </Button>
              </MessageBarActions>
            </MessageBar>
          ) : null}
          <Field label="Access" validationMessage={errors.access}>
            <RadioGroup value={access} onChange={(_, data) => setAccess(data.value as KeyAccess)}>
              <Radio value="write" label="Read and write" />
              <Radio value="read" label="Read only" />
            </RadioGroup>
          </Field>
          <EndField
            end={end}
            onChange={(chosen) => {
              setEnd(chosen);
              corrected('expires_at');
            }}
            validationMessage={errors.expires_at}
          />
          <ProjectScopeField
            everyProject="Every project this user can open"
            scope={scope}
            onChange={(chosen) => {
              setScope(chosen);
              corrected('project_ids');
            }}
            validationMessage={errors.project_ids}
          />
        </DialogContent>
        <FormActions label="Create" busyLabel="Creating..." isBusy={busy} onCancel={onCancel} />
      </DialogBody>
    </form>
  );
}
