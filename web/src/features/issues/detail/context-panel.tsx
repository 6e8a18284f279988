import { Link } from '@fluentui/react-components';
import { Sheet } from '../../../components/sheet.js';
import type { ContextEntry } from '../issue-records.js';
import { appPath } from '../parts/app-path.js';
import { usePanelStyles } from './detail-styles.js';

/** Renders nothing if empty. */
export function ContextPanel({ context }: { context: readonly ContextEntry[] }) {
  const styles = usePanelStyles();
  if (context.length === 0) return null;
  return (
    <Sheet title="Attached context">
      <dl className={styles.rows}>
        {context.map(({ name, value }, index) => {
          const own = appPath(value);
          return (
            <div key={index} className={styles.row}>
              <dt className={styles.name}>{name}</dt>
              <dd className={styles.value}>
                {own === undefined ? (
                  value
                ) : (
                  <Link href={own} target="_blank" rel="noopener">
                    {value}
                  </Link>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Sheet>
  );
}
