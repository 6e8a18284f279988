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
  tokens,
} from '@fluentui/react-components';
import { MAX_SHARE_LINK_NAME, MAX_SHARE_LINKS } from '@symbio/proto/limits';
import { useState, type FormEvent } from 'react';
import { CopyButton } from '../../components/copy-button.js';
import { useFormLeaving } from '../../components/form-dialog.js';
import { apiErrorOf, errorMessage } from '../../lib/http/errors.js';
import { dateOnly, medium } from '../../lib/ui/formats.js';
import type { ReportVersion } from './report-api.js';
import {
  useCreateReportLinkMutation,
  useListReportLinksQuery,
  useRevokeReportLinkMutation,
  type NewReportLink,
  type ReportShareLink,
} from './share-links-api.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '12px', overflowWrap: 'anywhere' },
  form: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  wide: { width: '100%' },
  row: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px' },
  address: {
    flex: '1 1 220px',
    minWidth: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    userSelect: 'all',
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  link: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  note: { display: 'block', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Proposed days until a link ends. */
const DAYS = 30;
const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const factsOf = ({ by_name: by, created_at: at, last_day: last, last_used_at: used }: ReportShareLink): string =>
  [
    `${by}, ${medium(at)}`,
    `${last < dayIn(0) ? 'ended' : 'ends'} ${dateOnly(last)}`,
    used ? `last used ${medium(used)}` : 'not used yet',
  ].join(' · ');

interface CreateLinkProps {
  versionId: string;
  name: string;
  onName: (name: string) => void;
  onCreated: (link: NewReportLink) => void;
}

function CreateLink({ versionId, name, onName, onCreated }: CreateLinkProps) {
  const styles = useStyles();
  const [lastDay, setLastDay] = useState(() => dayIn(DAYS));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [create, { isLoading }] = useCreateReportLinkMutation();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    const { data, error } = await create({ versionId, name, last_day: lastDay });
    if (error) {
      const { fields } = apiErrorOf(error);
      setProblems(Object.keys(fields).length > 0 ? fields : { name: errorMessage(error, 'Failed to create the link') });
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
        <Input value={name} maxLength={MAX_SHARE_LINK_NAME} onChange={(_, { value }) => onName(value)} />
      </Field>
      <Field label="Last day" required validationMessage={problems['last_day']}>
        <Input type="date" value={lastDay} onChange={(_, { value }) => setLastDay(value)} />
      </Field>
      <Button
        type="submit"
        appearance="primary"
        disabled={name.trim() === '' || lastDay === ''}
        disabledFocusable={isLoading}
      >
        {isLoading ? 'Creating...' : 'Create Link'}
      </Button>
    </form>
  );
}

/** Links that show an issued version to everyone who holds them, until a day. */
export function ShareReportDialog({ version, onClose }: { version: ReportVersion; onClose: () => void }) {
  const styles = useStyles();
  const { data: links = [], error } = useListReportLinksQuery(version.id);
  const [revoke, { isLoading: isRevoking }] = useRevokeReportLinkMutation();
  const [created, setCreated] = useState<NewReportLink>();
  const [name, setName] = useState('');
  const leaving = useFormLeaving({ isDirty: name.trim() !== '', isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{`Share version ${version.number}`}</DialogTitle>
          <DialogContent className={styles.content}>
            <span>
              Everyone who holds a link downloads the report and its evidence without signing in, until the last day or
              until you revoke it.
            </span>
            {created && (
              <>
                <MessageBar intent="warning" layout="multiline">
                  <MessageBarBody>
                    {created.message ?? `“${created.name}” is ready. Copy its address now: it is shown only once.`}
                  </MessageBarBody>
                </MessageBar>
                {created.url && (
                  <div className={styles.row}>
                    <code className={styles.address} aria-label="Address of the link">
                      {created.url}
                    </code>
                    <CopyButton text={created.url} what="address of the link" appearance="secondary" size="medium" />
                  </div>
                )}
              </>
            )}
            {links.length < MAX_SHARE_LINKS && (
              <CreateLink versionId={version.id} name={name} onName={setName} onCreated={setCreated} />
            )}
            {error ? (
              <MessageBar intent="error" layout="multiline" role="alert">
                <MessageBarBody>{errorMessage(error, 'Failed to load the links')}</MessageBarBody>
              </MessageBar>
            ) : null}
            <ul className={styles.list} aria-label="Share links">
              {links.map((link) => (
                <li key={link.id} className={styles.link}>
                  <span>
                    {link.name}
                    <span className={styles.note}>{factsOf(link)}</span>
                  </span>
                  <Button
                    size="small"
                    aria-label={`Revoke ${link.name}`}
                    disabled={isRevoking}
                    onClick={() => void revoke({ versionId: version.id, id: link.id })}
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
