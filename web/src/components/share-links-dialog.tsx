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
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { MAX_SHARE_LINK_NAME, MAX_SHARE_LINKS } from '@symbio/proto/limits';
import { useState, type FormEvent, type MouseEvent, type ReactNode } from 'react';
import { apiErrorOf, errorMessage } from '../lib/http/errors.js';
import { notify } from '../lib/ui/toasts.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { CopyButton } from './copy-button.js';
import { useFormLeaving } from './form-dialog.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  form: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalS },
  wide: { width: '100%' },
  row: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  address: {
    flex: '1 1 220px',
    minWidth: 0,
    padding: '6px 10px',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  link: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  facts: { minWidth: 0, overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  under: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface Link {
  id: string;
  name: string;
}

/** A link just created; a repeated request has a message in place of the address. */
type Created<One extends Link> = One & { message?: string };

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
}

interface Address {
  label: string;
  /** For the copy button. */
  what: string;
  url: string | null | undefined;
}

interface LinkForm<New extends Link> {
  /** Beside the name. */
  fields: (problems: Readonly<Record<string, string>>) => ReactNode;
  isComplete?: boolean;
  create: (name: string) => Promise<Answer<Created<New>>>;
}

export interface ShareLinksDialogProps<One extends Link, New extends Link> {
  title: string;
  /** What everyone who holds a link sees. */
  note: string;
  emptyText: string;
  list: { data?: readonly One[] | undefined; error?: unknown; isLoading: boolean };
  factsOf: (link: One) => string;
  addressesOf: (link: New) => Address[];
  canManage: boolean;
  form: LinkForm<New>;
  revoke: (id: string) => Promise<Answer<void>>;
  onClose: () => void;
}

/** Links that show something to everyone who holds them, until they are revoked. */
export function ShareLinksDialog<One extends Link, New extends Link>(props: ShareLinksDialogProps<One, New>) {
  const { title, note, emptyText, list, factsOf, addressesOf, canManage, form, revoke, onClose } = props;
  const { data: links, error, isLoading } = list;
  const styles = useStyles();
  const [created, setCreated] = useState<Created<New> | null>(null);
  const [revoked, setRevoked] = useState<One | null>(null);
  const [name, setName] = useState('');
  const leaving = useFormLeaving({ isDirty: name.trim() !== '', isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      {/* keep clicks from reaching a table row */}
      <DialogSurface onClick={(event: MouseEvent) => event.stopPropagation()}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>
            <span>{note}</span>
            {created && <Addresses link={created} addresses={addressesOf(created)} />}
            {canManage ? (
              (links?.length ?? 0) < MAX_SHARE_LINKS && (
                <CreateLink {...form} name={name} onName={setName} onCreated={setCreated} />
              )
            ) : (
              <span className={styles.under}>Only owners of the project can create and revoke links.</span>
            )}
            {isLoading && <Spinner size="tiny" label="Loading..." />}
            {error ? (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{errorMessage(error, 'Failed to load the links')}</MessageBarBody>
              </MessageBar>
            ) : null}
            {links?.length === 0 && <span className={styles.under}>{emptyText}</span>}
            <ul className={styles.list} aria-label="Share links">
              {links?.map((link) => (
                <li key={link.id} className={styles.link}>
                  <span className={styles.facts}>
                    <span className={styles.name}>{link.name}</span>
                    <span className={styles.under}>{factsOf(link)}</span>
                  </span>
                  {canManage && (
                    <Button size="small" aria-label={`Revoke ${link.name}`} onClick={() => setRevoked(link)}>
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
        {revoked && (
          <RevokeLink
            link={revoked}
            revoke={revoke}
            onRevoked={() => {
              if (created?.id === revoked.id) setCreated(null);
              setRevoked(null);
            }}
            onClose={() => setRevoked(null)}
          />
        )}
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

interface CreateLinkProps<New extends Link> extends LinkForm<New> {
  name: string;
  onName: (name: string) => void;
  onCreated: (link: Created<New>) => void;
}

function CreateLink<New extends Link>(props: CreateLinkProps<New>) {
  const { fields, isComplete = true, create, name, onName, onCreated } = props;
  const styles = useStyles();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const { data, error } = await create(name);
    setSending(false);
    if (error) {
      const found = apiErrorOf(error).fields;
      setProblems(Object.keys(found).length > 0 ? found : { name: errorMessage(error, 'Failed to create the link') });
      return;
    }
    onName('');
    setProblems({});
    if (data) onCreated(data);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <Field
        className={styles.wide}
        label="Name of a new link"
        hint="Who it is for."
        required
        validationMessage={problems['name']}
      >
        <Input
          value={name}
          maxLength={MAX_SHARE_LINK_NAME}
          onChange={(_, { value }) => {
            onName(value);
            setProblems({});
          }}
        />
      </Field>
      {fields(problems)}
      <Button
        type="submit"
        appearance="primary"
        disabled={name.trim() === '' || !isComplete}
        disabledFocusable={isSending}
      >
        {isSending ? 'Creating...' : 'Create link'}
      </Button>
    </form>
  );
}

/** Shown once: the server keeps only a hash of the token. */
function Addresses({ link, addresses }: { link: Created<Link>; addresses: readonly Address[] }) {
  const styles = useStyles();
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          {link.message ?? `“${link.name}” is ready. Copy each address now: it is shown only once.`}
        </MessageBarBody>
      </MessageBar>
      {addresses.map(
        ({ label, what, url }) =>
          url && (
            <div key={label}>
              <span className={styles.under}>{label}</span>
              <div className={styles.row}>
                <code className={styles.address} aria-label={label}>
                  {url}
                </code>
                <CopyButton text={url} what={what} appearance="secondary" size="medium" />
              </div>
            </div>
          ),
      )}
    </>
  );
}

interface RevokeLinkProps {
  link: Link;
  revoke: (id: string) => Promise<Answer<void>>;
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeLink({ link, revoke, onRevoked, onClose }: RevokeLinkProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const failed = (await revoke(link.id)).error;
    setBusy(false);
    setError(failed);
    if (failed && apiErrorOf(failed).status !== 404) return;
    notify({ type: 'success', title: 'Link revoked', description: link.name });
    onRevoked();
  };
  return (
    <ConfirmDialog
      open
      destroys
      title="Revoke link"
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      busy={isBusy}
      {...(error ? { error: errorMessage(error, 'Failed to revoke the link') } : {})}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`“${link.name}” stops working at once for everyone who holds it. This cannot be undone.`}
    </ConfirmDialog>
  );
}
