import { Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import type { RecordHit } from '@symbio/client';
import { Link } from 'react-router-dom';

export type RecordSource = NonNullable<RecordHit['source']>;

const useStyles = makeStyles({
  frame: { position: 'relative', overflow: 'hidden', border: `1px solid ${tokens.colorNeutralStroke2}` },
  picture: { display: 'block', width: '100%' },
  box: {
    position: 'absolute',
    top: 0,
    boxSizing: 'border-box',
    border: '2px solid #c50f1f',
    pointerEvents: 'none',
  },
});

/** Opens the sheet at the line. */
export const linePath = (projectId: string, { document_id: id, page_id: page, box }: RecordSource): string =>
  `/projects/${projectId}/documents/${id}?page=${page}&at=${Math.round(box.x + box.width / 2)},${Math.round(box.y + box.height / 2)}`;

export function LineLink({ projectId, source }: { projectId: string; source: RecordSource }) {
  const text = `Page ${source.page} of ${source.document_name}`;
  return source.page_id === '' ? (
    <>{text}</>
  ) : (
    <Link to={linePath(projectId, source)}>
      <FluentLink as="span">{text}</FluentLink>
    </Link>
  );
}

const [MARGIN, ABOVE] = [40, 260];

/** The part of a page around a line, which is framed. */
export function PageLine({ source: { page_id: pageId, page, box } }: { source: RecordSource }) {
  const styles = useStyles();
  const left = Math.max(0, Math.floor(box.x - MARGIN));
  const top = Math.max(0, Math.floor(box.y - ABOVE));
  const width = Math.ceil(box.x + box.width + MARGIN) - left;
  const height = Math.ceil(box.y + box.height + ABOVE) - top;
  // margins and paddings are shares of the width, so that a part cut off at the bottom of the page moves nothing
  const share = (pixels: number): string => `${((pixels / width) * 100).toFixed(2)}%`;
  const region = [left, top, width, height].join(',');
  return (
    <div className={styles.frame}>
      <img
        className={styles.picture}
        src={`/api/public/iiif/3/${encodeURIComponent(pageId)}/${region}/!1200,1200/0/default.jpg`}
        alt={`Page ${page}`}
      />
      <div
        className={styles.box}
        style={{
          ...{ left: share(box.x - left), width: share(box.width) },
          ...{ marginTop: share(box.y - top), paddingBottom: share(box.height) },
        }}
      />
    </div>
  );
}
