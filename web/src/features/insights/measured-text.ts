import type { Distances } from '../../evidence/distances-api.js';
import type { Feature } from '../../evidence/evidence-api.js';

type Measured = NonNullable<Distances['features'][number]['measured']>;

/** `120 ft NW of the boundary`, with how far off it may be. */
function placeText({ relation, is_certain: isCertain, direction, distance_ft: feet, uncertainty_ft: off }: Measured) {
  const about = off > 0 ? `, within ${Math.ceil(off)} ft` : '';
  if (relation === 'on_property') return `${isCertain ? 'on the property' : 'perhaps on the property'}${about}`;
  const distance = `${Math.round(feet).toLocaleString('en-US')} ft ${direction ?? ''} of the boundary${about}`;
  return isCertain ? distance : `perhaps on the property, ${distance}`;
}

/** Of a feature's place and of its outlines on sheets; null if nothing is measured. */
export function measuredText(featureId: string, distances: Distances, features: readonly Feature[]): string | null {
  const own = distances.features.find(({ feature_id: id }) => id === featureId)?.measured;
  const mentions = distances.mentions.filter(({ feature_id: id }) => id === featureId);
  const nearest = mentions
    .flatMap(({ measured }) => measured ?? [])
    .sort((one, other) => one.distance_ft - other.distance_ft)[0];
  const nearby = new Map<string, boolean>();
  for (const { feature_id: id, is_certain: isCertain } of mentions.flatMap((mention) => mention.nearby))
    nearby.set(id, (nearby.get(id) ?? false) || isCertain);
  const named = [...nearby].flatMap(([id, isCertain]) => {
    const name = features.find((feature) => feature.id === id)?.name;
    return name === undefined ? [] : [isCertain ? name : `perhaps ${name}`];
  });
  const sentences = [
    own && `Measured: ${placeText(own)}.`,
    nearest && `Nearest outline: ${placeText(nearest)}.`,
    named.length > 0 && `Within 50 m of its outlines: ${named.join(', ')}.`,
  ].filter((text) => typeof text === 'string');
  return sentences.length > 0 ? sentences.join(' ') : null;
}
