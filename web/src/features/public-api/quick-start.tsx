import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Sheet } from '../../components/sheet.js';
import { SampleBlock } from './code-block.js';
import { quickStart } from './quick-start-steps.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '24px', margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  title: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  text: { color: tokens.colorNeutralForeground2, lineHeight: tokens.lineHeightBase300, maxWidth: '76ch' },
  links: { display: 'flex', flexWrap: 'wrap', gap: '4px 14px', fontSize: tokens.fontSizeBase200 },
});

export function QuickStart({ prefix, known }: { prefix: string; known: ReadonlySet<string> }) {
  const styles = useStyles();
  return (
    <Sheet id="quick-start" title="Quick start" note="The steps of an agent, from its key to an undone run.">
      <ol className={styles.list}>
        {quickStart(window.location.origin, prefix).map(({ title, text, operations, samples }, at) => (
          <li key={title} className={styles.step}>
            <h3 className={styles.title}>
              {at + 1}. {title}
            </h3>
            <p className={styles.text}>{text}</p>
            <SampleBlock what={`step ${at + 1}`} samples={samples} />
            <div className={styles.links}>
              {operations
                .filter((id) => known.has(id))
                .map((id) => (
                  <Link key={id} href={`#${id}`}>
                    {id}
                  </Link>
                ))}
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
