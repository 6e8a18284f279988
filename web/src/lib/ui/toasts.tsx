import {
  Link,
  makeStyles,
  Toast,
  tokens,
  ToastBody,
  Toaster,
  ToastTitle,
  ToastTrigger,
  useId,
  useToastController,
} from '@fluentui/react-components';
import { useEffect, type MouseEvent } from 'react';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  type: ToastType;
  /** Distinguishes toasts with the same text. */
  id?: string;
  title: string;
  description?: string;
  action?: { label: string; onClick: () => void };
}

/** CONST-18 */
export const TOAST_DURATION_MS = 5000;

/** Offset from the top in pixels, less the 16 that each toast adds: over the empty middle of the header. */
const TOAST_OFFSET = { vertical: -12 };

const useStyles = makeStyles({
  // title and one line of text are as high as the header
  region: { width: 'min(440px, calc(100vw - 24px))' },
  toast: { padding: '6px 12px', minHeight: '36px', rowGap: 0 },
  body: {
    paddingTop: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
});

type Listener = (toast: ToastMessage, key: string) => void;

const listeners = new Set<Listener>();
/** Visible toasts: key to id. A closing toast stays briefly in Fluent, which ignores another with the same id. */
const shown = new Map<string, string>();
let showings = 0;
const MAX_SHOWN = 4;
/** Waiting toasts by key, oldest first. Fluent's own queue would show one that was dismissed while it waited. */
const waiting = new Map<string, ToastMessage>();

const keyOf = (toast: ToastMessage): string =>
  JSON.stringify([toast.type, toast.title, toast.description ?? '', toast.id ?? '']);

/** NAV-29. Duplicates by type, title and description are ignored (NAV-30). */
export function notify(toast: ToastMessage): void {
  const key = keyOf(toast);
  if (shown.has(key)) return;
  if (shown.size >= MAX_SHOWN) waiting.set(key, toast);
  else for (const listener of listeners) listener(toast, key);
}

/** Unless the same key was shown again. */
function forget(key: string, id: string): void {
  if (shown.get(key) !== id) return;
  shown.delete(key);
  const [next] = waiting;
  if (!next || shown.size >= MAX_SHOWN) return;
  waiting.delete(next[0]);
  notify(next[1]);
}

const closers = new Set<(id: string) => void>();

export function withdraw(toast: ToastMessage): void {
  const key = keyOf(toast);
  waiting.delete(key);
  const id = shown.get(key);
  if (id === undefined) return;
  for (const close of closers) close(id);
  forget(key, id);
}

/** Toasts are live regions (`alert`, `status`): Fluent's hidden copy would be read twice. */
const announceNothing = (): void => undefined;

/**
 * Half a second after a toast closes, Fluent moves its focus to the next, out of a menu opened since; and a focused
 * toast does not close.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

const ToastAction = ({ label, onClick }: NonNullable<ToastMessage['action']>) => (
  <ToastTrigger>
    <Link as="button" onMouseDown={keepFocus} onClick={onClick}>
      {label}
    </Link>
  </ToastTrigger>
);

/** Mounted once, inside the theme. */
export function ToastRegion() {
  const styles = useStyles();
  const toasterId = useId('toasts');
  const { dispatchToast, dismissToast } = useToastController(toasterId);
  useEffect(() => {
    const show: Listener = (toast, key) => {
      const id = `toast ${(showings += 1)}`;
      shown.set(key, id);
      dispatchToast(
        <Toast className={styles.toast} role={toast.type === 'error' ? 'alert' : 'status'}>
          <ToastTitle action={toast.action ? <ToastAction {...toast.action} /> : undefined}>{toast.title}</ToastTitle>
          {toast.description ? <ToastBody className={styles.body}>{toast.description}</ToastBody> : null}
        </Toast>,
        {
          intent: toast.type,
          toastId: id,
          onStatusChange: (_, data) => {
            if (data.status === 'dismissed' || data.status === 'unmounted') forget(key, id);
          },
        },
      );
    };
    listeners.add(show);
    closers.add(dismissToast);
    return () => {
      listeners.delete(show);
      closers.delete(dismissToast);
      shown.clear();
      waiting.clear();
    };
  }, [dispatchToast, dismissToast, styles]);
  return (
    <Toaster
      toasterId={toasterId}
      className={styles.region}
      position="top"
      offset={TOAST_OFFSET}
      timeout={TOAST_DURATION_MS}
      pauseOnHover
      announce={announceNothing}
    />
  );
}
