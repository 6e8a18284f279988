import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Sheet } from '../../components/sheet.js';
import { useGetBlindSampleQuery, useSetBlindSampleMutation } from '../../evidence/blind-sample-api.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import { countText } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '14px' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const CHOICES = [0, 5, 10, 20];
const textOf = (percent: number): string => (percent === 0 ? 'Off' : `${percent}% of the sheets`);

/** Share of the sheets on which proposals are hidden until a person has marked them. */
export function BlindSampleCard() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData: sample } = useGetBlindSampleQuery(project.id);
  const [set, { isLoading }] = useSetBlindSampleMutation();
  if (!sample) return null;
  const { percent, marked_sheets: marked } = sample;

  async function choose(value: string): Promise<void> {
    const { error } = await set({ id: project.id, percent: Number(value) });
    if (error)
      notify({
        type: 'error',
        title: 'Not saved',
        description: errorMessage(error, 'The share could not be saved. Please try again.'),
      });
  }

  return (
    <Sheet title="Blind sample">
      <div className={styles.body}>
        <p className={styles.note}>
          On these sheets the proposals of agents are hidden until a person has marked what they see. The scorecard then
          shows how many of these marks each agent found. Sheets whose proposals people could see are not chosen.
        </p>
        {canEdit ? (
          <Field label="Share">
            <Select value={String(percent)} disabled={isLoading} onChange={(_, { value }) => void choose(value)}>
              {[...new Set([...CHOICES, percent])].map((each) => (
                <option key={each} value={each}>
                  {textOf(each)}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <span>{textOf(percent)}</span>
        )}
        {marked > 0 && <p className={styles.note}>{`${countText(marked, 'sheet')} marked so far.`}</p>}
      </div>
    </Sheet>
  );
}
