import {
  Badge,
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { ArrowRepeatAllRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { ListFooter } from '../../components/list-footer.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { errorMessage } from '../../lib/http/errors.js';
import { exact, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { DELIVERY_STATES, answerOf, type Delivery, type DeliveryAttempt, type Webhook } from './webhook-records.js';
import { useListDeliveriesQuery, useResendDeliveryMutation } from './webhooks-api.js';

/** Milliseconds. */
const POLL_MS = 3_000;

const useStyles = makeStyles({
  surface: {
    width: 'min(820px, calc(100vw - 32px))',
    maxWidth: 'none',
    height: 'min(720px, calc(100dvh - 48px))',
    '@media (max-width: 600px)': {
      width: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      padding: '16px',
      borderRadius: 0,
    },
  },
  body: { height: '100%', gridTemplateRows: 'auto minmax(0, 1fr)' },
  content: { display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' },
  url: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  list: { flexGrow: 1, minHeight: 0, overflowY: 'auto', listStyleType: 'none', margin: '12px 0 0', padding: 0 },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke3}`, padding: '10px 0' },
  line: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 12px' },
  type: { fontFamily: tokens.fontFamilyMonospace, fontWeight: tokens.fontWeightSemibold },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  resend: { marginLeft: 'auto' },
  summary: { cursor: 'pointer', color: tokens.colorBrandForegroundLink, fontSize: tokens.fontSizeBase200 },
  text: {
    margin: '6px 0',
    padding: '8px 10px',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxHeight: '220px',
    overflowY: 'auto',
  },
});

function Attempt({ attempt: { at, duration_ms, status, body, error } }: { attempt: DeliveryAttempt }) {
  const styles = useStyles();
  return (
    <>
      <div className={styles.under}>
        {exact(at)}: {status === null ? error : `${status} in ${duration_ms} ms`}
      </div>
      {body ? <pre className={styles.text}>{body}</pre> : null}
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const styles = useStyles();
  const [resend, { isLoading }] = useResendDeliveryMutation();
  const { label, color } = DELIVERY_STATES[delivery.status];
  const again = async (): Promise<void> => {
    try {
      await resend(delivery).unwrap();
    } catch (error) {
      notify({ type: 'error', title: 'It could not be sent again', description: errorMessage(error, '') });
    }
  };
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={styles.type}>{delivery.type}</span>
        <Badge appearance="tint" color={color}>
          {label}
        </Badge>
        <time className={styles.under} dateTime={delivery.created_at}>
          {medium(delivery.created_at)}
        </time>
        {delivery.status === 'pending' ? null : (
          <Button
            className={styles.resend}
            size="small"
            icon={<ArrowRepeatAllRegular />}
            disabledFocusable={isLoading}
            aria-label={`Send ${delivery.type} of ${medium(delivery.created_at)} again`}
            onClick={() => void again()}
          >
            Send again
          </Button>
        )}
      </div>
      <div className={styles.under}>
        {answerOf(delivery)}
        {delivery.attempt_count > 1 ? ` · ${delivery.attempt_count} attempts` : ''}
        {delivery.status === 'pending' && delivery.attempt_count > 0
          ? ` · again ${medium(delivery.next_attempt_at)}`
          : ''}
      </div>
      <details>
        <summary className={styles.summary}>Request and response</summary>
        <pre className={styles.text}>{JSON.stringify(delivery.payload, undefined, 2)}</pre>
        {delivery.attempts.map((attempt, index) => (
          <Attempt key={index} attempt={attempt} />
        ))}
      </details>
    </li>
  );
}

/** Of the last 30 days. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const styles = useStyles();
  const [page, setPage] = useState(1);
  const asked = { webhookId: webhook.id, page };
  const { data, currentData, error, refetch } = useListDeliveriesQuery(asked, { pollingInterval: POLL_MS });
  // keep the current page while the next one loads or fails
  const list = currentData ?? data;
  return (
    <Dialog open onOpenChange={(_, data) => (data.open ? undefined : onClose())}>
      <DialogSurface className={styles.surface}>
        <FocusReturn />
        <DialogBody className={styles.body}>
          <DialogTitle
            action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
          >
            Deliveries
          </DialogTitle>
          <DialogContent className={styles.content}>
            <div className={styles.url}>{webhook.url}</div>
            {list ? (
              list.data.length === 0 ? (
                <EmptyState title="No deliveries yet">Send a ping to check that the receiver responds.</EmptyState>
              ) : (
                <>
                  {error && !currentData ? (
                    <LoadErrorMessage what={`Page ${page}`} error={error} onRetry={() => void refetch()} />
                  ) : null}
                  <ul className={styles.list} aria-label="Deliveries">
                    {list.data.map((delivery) => (
                      <DeliveryRow key={delivery.id} delivery={delivery} />
                    ))}
                  </ul>
                  <ListFooter list={list} noun={['delivery', 'deliveries']} onPage={setPage} />
                </>
              )
            ) : error ? (
              <ErrorState title="The deliveries could not be loaded" onRetry={() => void refetch()}>
                {errorMessage(error, '')}
              </ErrorState>
            ) : (
              <Spinner label="Loading deliveries" />
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
