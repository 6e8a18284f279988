import {
  Checkbox,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  FieldContextProvider,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { WebhookEventName } from '@symbio/proto/webhook/vocabulary';
import { useRef, useState, type FormEvent } from 'react';
import { FormActions } from '../../components/form-actions.js';
import { EVERY_PROJECT, problemsOfScope, projectIdsOf, ProjectScopeField } from '../../components/project-scope.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { CreateSecretDialog } from '../../components/secret-dialogs.js';
import { NewSecret } from './new-secret.js';
import { EVENT_GROUPS } from './webhook-records.js';
import { useCreateWebhookMutation, type NewWebhook } from './webhooks-api.js';

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
  groups: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: '8px 16px' },
  group: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  entity: {
    padding: 0,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    textTransform: 'capitalize',
  },
  boxes: { display: 'flex', flexDirection: 'column' },
});

type Errors = Partial<Record<'url' | 'events' | 'project_ids', string>>;

/** Shows the secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const [create, { isLoading }] = useCreateWebhookMutation();
  const [secret, setSecret] = useState<string>();
  return (
    <CreateSecretDialog
      busy={isLoading}
      secret={secret !== undefined && <NewSecret title="Webhook created" secret={secret} onDone={onClose} />}
      form={
        <WebhookForm
          busy={isLoading}
          onCancel={onClose}
          create={async (webhook) => setSecret((await create(webhook).unwrap()).secret)}
        />
      }
      onClose={onClose}
    />
  );
}

function WebhookForm({
  busy,
  create,
  onCancel,
}: {
  busy: boolean;
  create: (webhook: NewWebhook) => Promise<void>;
  onCancel: () => void;
}) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEventName[]>([]);
  const [scope, setScope] = useState(EVERY_PROJECT);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const creationId = useCreationId();

  const corrected = (field: keyof Errors): void => setErrors((before) => withoutMessage(before, field));
  const reject = (found: Errors): void => {
    setErrors(found);
    focusFirstInvalid();
  };
  const choose = (name: WebhookEventName, isChosen: boolean): void => {
    setEvents((before) => (isChosen ? [...before, name] : before.filter((one) => one !== name)));
    corrected('events');
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const found: Errors = {
      ...(url.trim() === '' ? { url: 'URL is required' } : {}),
      ...(events.length === 0 ? { events: 'Choose at least one event' } : {}),
      ...problemsOfScope(scope),
    };
    setFailure(undefined);
    reject(found);
    if (Object.keys(found).length > 0) return;
    try {
      const values = { url: url.trim(), events: [...events], project_ids: projectIdsOf(scope) };
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
        <DialogTitle>Create webhook</DialogTitle>
        <DialogContent className={styles.content}>
          {failure ? (
            <MessageBar intent="error" layout="multiline" role="alert">
              <MessageBarBody>{failure}</MessageBarBody>
            </MessageBar>
          ) : null}
          <Field label="URL" required hint="The HTTPS address of the receiving server." validationMessage={errors.url}>
            <Input
              type="url"
              placeholder="https://agent.example.com/symbio"
              value={url}
              onChange={(_, data) => {
                setUrl(data.value);
                corrected('url');
              }}
            />
          </Field>
          <Field label="Events" required validationMessage={errors.events}>
            <div className={styles.groups} role="group" tabIndex={-1}>
              {/* at least one is required, not each */}
              <FieldContextProvider value={undefined}>
                {EVENT_GROUPS.map(({ entity, names }) => (
                  <fieldset key={entity} className={styles.group}>
                    <legend className={styles.entity}>{entity}</legend>
                    <div className={styles.boxes}>
                      {names.map((name) => (
                        <Checkbox
                          key={name}
                          aria-label={name}
                          label={name.slice(entity.length + 1)}
                          checked={events.includes(name)}
                          onChange={(_, data) => choose(name, data.checked === true)}
                        />
                      ))}
                    </div>
                  </fieldset>
                ))}
              </FieldContextProvider>
            </div>
          </Field>
          <ProjectScopeField
            everyProject="Every project you can open"
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
