import { makeStyles, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import type { PageHit } from '../../evidence/page-search-api.js';
import { bestHit, hitInView } from './hit-in-view.js';
import { useFailedPictures } from '../../lib/ui/failed-pictures.js';

/** CSS pixels. */
const VIEW = { width: 132, height: 66 } as const;

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSizing: 'content-box',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground4,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  // cuts off the padding of a tile at the edge of the sheet
  tile: { position: 'absolute', display: 'block', overflow: 'hidden' },
  scaled: { display: 'block', maxWidth: 'none', transformOrigin: '0 0' },
  // highlighter on paper: multiplied, in the dark theme as well
  mark: { position: 'absolute', backgroundColor: '#ffd34e', mixBlendMode: 'multiply', borderRadius: '2px' },
  thumbnail: { width: '100%', height: '100%', objectFit: 'cover' },
});

/** Whole page if the position of the words is unknown. */
export function HitPicture({ hit }: { hit: PageHit }) {
  const styles = useStyles();
  const { failed, fail } = useFailedPictures();
  const place = bestHit(hit.places);
  const picture =
    hit.tile_source && place && hitInView(hit.tile_source, place, hit.places, VIEW, window.devicePixelRatio);
  const isWhole = picture && !picture.tiles.some(({ url }) => failed.has(url));
  const thumbnail = hit.thumbnail_url !== null && !failed.has(hit.thumbnail_url) ? hit.thumbnail_url : null;
  return (
    <span className={styles.frame} style={VIEW}>
      {isWhole ? (
        <>
          {picture.tiles.map(({ url, ...at }) => (
            <span key={url} className={styles.tile} style={at}>
              <img
                className={styles.scaled}
                style={{ transform: `scale(${picture.tileScale})` }}
                src={url}
                alt=""
                loading="lazy"
                draggable={false}
                onError={() => fail(url)}
              />
            </span>
          ))}
          {picture.marks.map((at, index) => (
            <span key={index} className={styles.mark} style={at} data-testid="place-mark" />
          ))}
        </>
      ) : thumbnail ? (
        <img
          className={styles.thumbnail}
          src={thumbnail}
          alt=""
          loading="lazy"
          draggable={false}
          onError={() => fail(thumbnail)}
        />
      ) : (
        <ImageOffRegular aria-hidden="true" />
      )}
    </span>
  );
}
