import {
  Badge,
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, MoreHorizontalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useDangerStyles } from '../../components/danger-styles.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ErrorState } from '../../components/error-state.js';
import { RowFocus } from '../../components/row-focus.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/http/errors.js';
import { countText, dateOnly, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { CreateWebhookDialog } from './create-webhook-dialog.js';
import { DeliveriesDialog } from './deliveries-dialog.js';
import { ReplaceSecretDialog } from '../../components/secret-dialogs.js';
import { NewSecret } from './new-secret.js';
import { FAILURES, WEBHOOK_STATES, type Webhook } from './webhook-records.js';
import {
  useDeleteWebhookMutation,
  useListWebhooksQuery,
  usePingWebhookMutation,
  useRotateSecretMutation,
  useSetWebhookStatusMutation,
} from './webhooks-api.js';

const useStyles = makeStyles({
  create: { flexShrink: 0, whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    gap: '10px 16px',
    padding: '14px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopStyle: 'none', paddingTop: 0 },
  },
  facts: { flexGrow: 1, flexBasis: '320px', minWidth: 0, display: 'flex', flexDirection: 'column', gap: '4px' },
  title: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 10px' },
  url: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere', minWidth: 0 },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  bad: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', gap: '8px' },
});

type Asked = 'deliveries' | 'rotate' | 'delete';

const projectsOf = ({ project_ids: { length } }: Webhook): string =>
  length === 0 ? 'all projects' : countText(length, 'project');

function WebhookRow({ webhook, onAsk }: { webhook: Webhook; onAsk: (what: Asked) => void }) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const [setStatus] = useSetWebhookStatusMutation();
  const [ping] = usePingWebhookMutation();
  const { id, url, status, failure, failing_since } = webhook;
  const { label, color } = WEBHOOK_STATES[status];
  const isActive = status === 'active';
  const attempt = async (work: Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      notify({ type: 'error', title: failed, description: errorMessage(error, '') });
      return false;
    }
  };
  const toggle = () =>
    attempt(setStatus({ id, status: isActive ? 'paused' : 'active' }).unwrap(), 'The webhook could not be changed');
  const tryIt = async (): Promise<void> => {
    if (await attempt(ping(id).unwrap(), 'The ping could not be sent')) onAsk('deliveries');
  };
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <div className={styles.title}>
          <span className={styles.url}>{url}</span>
          <Badge appearance="tint" color={color}>
            {label}
          </Badge>
        </div>
        {failure ? <div className={styles.bad}>{FAILURES[failure]}</div> : null}
        {isActive && failing_since ? (
          <div className={styles.bad}>Every delivery has failed since {medium(failing_since)}</div>
        ) : null}
        <div className={styles.under}>{webhook.events.join(', ')}</div>
        <div className={styles.under}>
          Of {projectsOf(webhook)} · made {webhook.api_key_id ? 'with the key of ' : 'by '}
          {webhook.created_by_name} on {dateOnly(webhook.created_at)}
        </div>
      </div>
      <div className={styles.actions}>
        <Button size="small" aria-label={`Deliveries to ${url}`} onClick={() => onAsk('deliveries')}>
          Deliveries
        </Button>
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button
              size="small"
              data-row-action="more"
              icon={<MoreHorizontalRegular />}
              aria-label={`More for ${url}`}
            />
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => void tryIt()}>Send a ping</MenuItem>
              <MenuItem onClick={() => void toggle()}>{isActive ? 'Pause' : 'Resume'}</MenuItem>
              <MenuItem onClick={() => onAsk('rotate')}>Replace secret</MenuItem>
              <MenuItem className={danger.menuItem} onClick={() => onAsk('delete')}>
                Delete
              </MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
    </li>
  );
}

export function WebhooksPanel() {
  const styles = useStyles();
  const { data: webhooks, error, refetch } = useListWebhooksQuery();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ what: Asked; webhook: Webhook }>();
  const close = (): void => setAsked(undefined);
  return (
    <Sheet
      title="Webhooks"
      note="Sends signed events of your projects to your server, and retries until they arrive."
      actions={
        <Button className={styles.create} icon={<AddRegular />} onClick={() => setCreating(true)}>
          Create webhook
        </Button>
      }
    >
      <RowFocus />
      {webhooks ? (
        webhooks.length === 0 ? (
          <p className={styles.none}>There are no webhooks yet.</p>
        ) : (
          <ul className={styles.list} aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onAsk={(what) => setAsked({ what, webhook })} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title="The webhooks could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, '')}
        </ErrorState>
      ) : (
        <Skeleton aria-label="Loading webhooks">
          <SkeletonItem size={28} />
        </Skeleton>
      )}
      {creating ? <CreateWebhookDialog onClose={() => setCreating(false)} /> : null}
      {asked?.what === 'deliveries' ? <DeliveriesDialog webhook={asked.webhook} onClose={close} /> : null}
      {asked?.what === 'rotate' ? <RotateDialog webhook={asked.webhook} onClose={close} /> : null}
      {asked?.what === 'delete' ? <DeleteDialog webhook={asked.webhook} onClose={close} /> : null}
    </Sheet>
  );
}

interface DialogProps {
  webhook: Webhook;
  onClose: () => void;
}

function RotateDialog({ webhook, onClose }: DialogProps) {
  const [rotate, { isLoading, error }] = useRotateSecretMutation();
  const [secret, setSecret] = useState<string>();
  const confirm = async (): Promise<void> => {
    try {
      setSecret((await rotate(webhook.id).unwrap()).secret);
    } catch {
      return; // the dialog shows the error
    }
  };
  return (
    <ReplaceSecretDialog
      busy={isLoading}
      error={error}
      secret={
        secret !== undefined && (
          <NewSecret
            title="Secret replaced"
            secret={secret}
            more="The previous secret also signs for 24 hours."
            onDone={onClose}
          />
        )
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {`Deliveries to ${webhook.url} are signed with both secrets for 24 hours, then with the new secret only.`}
    </ReplaceSecretDialog>
  );
}

function DeleteDialog({ webhook, onClose }: DialogProps) {
  const [remove, { isLoading, error }] = useDeleteWebhookMutation();
  const confirm = async (): Promise<void> => {
    try {
      await remove(webhook.id).unwrap();
    } catch {
      return; // the dialog shows the error
    }
    notify({ type: 'success', title: 'Webhook deleted', description: webhook.url });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Delete webhook"
      destroys
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={isLoading}
      error={error && errorMessage(error, 'Failed to delete the webhook')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`Deliveries to ${webhook.url} stop, and their history is deleted. This cannot be undone.`}
    </ConfirmDialog>
  );
}
