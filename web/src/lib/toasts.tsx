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
  /** What it is about: toasts of the same words about different things are all shown. */
  id?: string;
  title: string;
  description?: string;
  /** What can be done about it; the toast goes when it is done. */
  action?: { label: string; onClick: () => void };
}

/** How long a toast stays, in milliseconds (CONST-18). */
export const TOAST_DURATION_MS = 5000;

/**
 * Pixels from the top of the window, less the 16 that each toast keeps above itself: over the header's middle, where nothing is;
 * title, stages and tools stay in sight.
 */
const TOAST_OFFSET = { vertical: -12 };

const useStyles = makeStyles({
  // one line of title and one of words are as high as the header
  region: { width: 'min(440px, calc(100vw - 24px))' },
  toast: { padding: '6px 12px', minHeight: '36px', rowGap: 0 },
  body: {
    paddingTop: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    // several reasons stand below each other
    whiteSpace: 'pre-line',
  },
});

type Listener = (toast: ToastMessage, key: string) => void;

const listeners = new Set<Listener>();
/**
 * The toasts on screen: by key, the id of this one showing. One that leaves is a moment longer with Fluent, which would take no
 * other of its id in that time.
 */
const shown = new Map<string, string>();
/** How many have been shown so far. */
let showings = 0;
/** Toasts on screen at a time; more wait until one has gone. */
const MOST_SHOWN = 4;
/**
 * Toasts that wait, by key, oldest first. Fluent's own queue would show one later that was dismissed while it waited.
 */
const waiting = new Map<string, ToastMessage>();

const keyOf = (toast: ToastMessage): string =>
  JSON.stringify([toast.type, toast.title, toast.description ?? '', toast.id ?? '']);

/**
 * Shows a toast at the top of the window (NAV-29). One that is on screen already with the same type, title and description is
 * not shown a second time (NAV-30).
 */
export function notify(toast: ToastMessage): void {
  const key = keyOf(toast);
  if (shown.has(key)) return;
  if (shown.size >= MOST_SHOWN) waiting.set(key, toast);
  else for (const listener of listeners) listener(toast, key);
}

/** What was on screen has gone, unless the same words have come again meanwhile. */
function forget(key: string, id: string): void {
  if (shown.get(key) !== id) return;
  shown.delete(key);
  const [next] = waiting;
  if (!next || shown.size >= MOST_SHOWN) return;
  waiting.delete(next[0]);
  notify(next[1]);
}

const closers = new Set<(id: string) => void>();

/** Takes a toast off the screen before its time: what it offers is done already. */
export function withdraw(toast: ToastMessage): void {
  const key = keyOf(toast);
  waiting.delete(key);
  const id = shown.get(key);
  if (id === undefined) return;
  for (const close of closers) close(id);
  forget(key, id);
}

/** Toasts are live regions themselves (`alert`, `status`): Fluent's hidden copy of their text would be read out twice. */
const announceNothing = (): void => undefined;

/**
 * A press leaves the focus where it is: from a toast that goes, Fluent moves it to the next toast, half a second later, out of
 * the menu that was opened meanwhile; and a toast with the focus stays.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

const ToastAction = ({ label, onClick }: NonNullable<ToastMessage['action']>) => (
  <ToastTrigger>
    <Link as="button" onMouseDown={keepFocus} onClick={onClick}>
      {label}
    </Link>
  </ToastTrigger>
);

/** The place where toasts appear. Mounted once, inside the theme. */
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
