import {
  Button,
  Checkbox,
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
import { useState } from 'react';
import type { FormEvent, MouseEvent } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { CopyButton } from '../../../components/copy-button.js';
import { useFormLeaving } from '../../../components/form-dialog.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { apiErrorOf, errorMessage } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { medium } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import {
  useCreateShareLinkMutation,
  useListShareLinksQuery,
  useRevokeShareLinkMutation,
  type NewShareLink,
  type ShareLink,
} from './share-links-api.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  create: { alignSelf: 'flex-start' },
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

const factsOf = ({ by_name: by, created_at: at, last_used_at: used, with_findings: withFindings }: ShareLink): string =>
  [
    `${by}, ${medium(at)}`,
    withFindings ? 'with findings' : 'pages only',
    used ? `last used ${medium(used)}` : 'not used yet',
  ].join(' · ');

/** Links that show a document's pages to everyone who holds them. */
export function ShareDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const styles = useStyles();
  const { canManage } = useProject();
  const { data: links, error, isLoading } = useListShareLinksQuery(document.id);
  const [created, setCreated] = useState<NewShareLink | null>(null);
  const [revoked, setRevoked] = useState<ShareLink | null>(null);
  const [name, setName] = useState('');
  const leaving = useFormLeaving({ isDirty: name.trim() !== '', isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      {/* keep clicks from reaching the table row */}
      <DialogSurface onClick={(event: MouseEvent) => event.stopPropagation()}>
        <DialogBody>
          <DialogTitle>{`Share “${document.title}”`}</DialogTitle>
          <DialogContent className={styles.content}>
            <span>
              Everyone who holds a link sees the pages of this document without signing in, until you revoke it. It
              opens in Mirador, Allmaps, QGIS and other tools that read IIIF.
            </span>
            {created && <Addresses link={created} />}
            {canManage ? (
              (links?.length ?? 0) < MAX_SHARE_LINKS && (
                <CreateLink document={document} name={name} onName={setName} onCreated={setCreated} />
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
            {links?.length === 0 && <span className={styles.under}>This document has no share links.</span>}
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
            documentId={document.id}
            link={revoked}
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

interface CreateLinkProps {
  document: ProjectDocument;
  name: string;
  onName: (name: string) => void;
  onCreated: (link: NewShareLink) => void;
}

function CreateLink({ document, name, onName, onCreated }: CreateLinkProps) {
  const styles = useStyles();
  const [withFindings, setWithFindings] = useState(false);
  const [problem, setProblem] = useState('');
  const [create, { isLoading }] = useCreateShareLinkMutation();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const { data, error } = await create({ documentId: document.id, name, with_findings: withFindings });
    if (error) {
      const { fields } = apiErrorOf(error);
      return setProblem(fields['name'] ?? errorMessage(error, 'Failed to create the link'));
    }
    onName('');
    setWithFindings(false);
    setProblem('');
    if (data) onCreated(data);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <Field label="Name of a new link" hint="Who it is for." required validationMessage={problem || undefined}>
        <Input
          value={name}
          maxLength={MAX_SHARE_LINK_NAME}
          onChange={(_, { value }) => {
            onName(value);
            setProblem('');
          }}
        />
      </Field>
      <Checkbox
        checked={withFindings}
        label="With findings: the marks that people made or accepted, without their names"
        onChange={(_, { checked }) => setWithFindings(checked === true)}
      />
      <Button
        type="submit"
        appearance="primary"
        className={styles.create}
        disabled={name.trim() === ''}
        disabledFocusable={isLoading}
      >
        {isLoading ? 'Creating...' : 'Create link'}
      </Button>
    </form>
  );
}

/** Shown once: the server keeps only a hash of the token. */
function Addresses({ link }: { link: NewShareLink }) {
  const styles = useStyles();
  const addresses = [
    { label: 'Manifest of the document', what: 'manifest address', url: link.manifest_url },
    { label: 'Image service of its first page', what: 'info.json address', url: link.info_url },
  ];
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          {link.message ?? `“${link.name}” is ready. Copy its addresses now: they are shown only once.`}
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
  documentId: string;
  link: ShareLink;
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeLink({ documentId, link, onRevoked, onClose }: RevokeLinkProps) {
  const [revoke, { isLoading, error }] = useRevokeShareLinkMutation();
  const confirm = async () => {
    const failed = (await revoke({ documentId, id: link.id })).error;
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
      busy={isLoading}
      error={error ? errorMessage(error, 'Failed to revoke the link') : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {`“${link.name}” stops working at once for everyone who holds it. This cannot be undone.`}
    </ConfirmDialog>
  );
}
