import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { QUALIFICATION_PATH_LABELS } from '@symbio/proto/labels';
import { RouterLink } from '../../components/router-link.js';
import { Sheet } from '../../components/sheet.js';
import { useProject } from '../../lib/project/project-context.js';
import { useGetMeQuery } from '../../lib/session/me.js';
import { useSaveReportSettingsMutation, type Report } from './report-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', overflowWrap: 'anywhere' },
  note: { color: tokens.colorNeutralForeground3 },
});

/** Who signs the next version, and whether another person must have judged (four eyes). */
export function ProfessionalSheet({ report, className }: { report: Report | undefined; className?: string }) {
  const styles = useStyles();
  const { project, canManage } = useProject();
  const { data: me } = useGetMeQuery();
  const [save, { isLoading }] = useSaveReportSettingsMutation();
  if (!report) return null;
  const { professional } = report;
  const isMe = professional !== null && professional.id === me?.id;
  const set = (change: { is_professional?: boolean; four_eyes?: boolean }): void =>
    void save({ projectId: project.id, ...change });
  return (
    <Sheet className={className} title="Environmental professional">
      <div className={styles.root}>
        {professional ? (
          <>
            <Text weight="semibold">{professional.name}</Text>
            <Text className={styles.note}>
              {[
                QUALIFICATION_PATH_LABELS[professional.path],
                [professional.licence, professional.licence_state].filter(Boolean).join(', '),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Text>Named on the cover of the next version, and the only person who can sign it.</Text>
          </>
        ) : (
          <Text>
            No person is named yet. The cover of the next version says “Not stated”.
            {!canManage && ' Owners and administrators of the project can name themselves here.'}
          </Text>
        )}
        {canManage && !isMe && (
          <>
            <Button disabled={isLoading} onClick={() => set({ is_professional: true })}>
              Name Me
            </Button>
            <Text className={styles.note}>
              With the qualification of your <RouterLink to="/settings/profile">account</RouterLink>.
            </Text>
          </>
        )}
        {canManage && isMe && (
          <Button disabled={isLoading} onClick={() => set({ is_professional: false })}>
            Withdraw My Name
          </Button>
        )}
        {canManage && (
          <Checkbox
            label="Four eyes: the only author of all determinations cannot sign"
            checked={report.four_eyes}
            disabled={isLoading}
            onChange={(_, { checked }) => set({ four_eyes: checked === true })}
          />
        )}
      </div>
    </Sheet>
  );
}
