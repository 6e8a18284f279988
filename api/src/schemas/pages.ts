import { MATCH_KINDS } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { moment } from './common.js';
import { deepZoom } from './documents.js';

const box = z
  .strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'WordBox', description: 'A word and its position, in pixels of the full-resolution image.' });

const match = z.enum(MATCH_KINDS).meta({
  description:
    '`exact`: the word itself; `beginning`: a longer word with this prefix; `part`: joined or split words (`COALYARD` for `coal yard`); `near`: probably the word, with one or two misread letters (`STORHGE` for `storage`).',
});

const place = z
  .strictObject({
    text: z.string().meta({ description: 'Recognized text.' }),
    match,
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    confidence: z.number().min(0).max(1).meta({ description: 'Lowest confidence among its words.' }),
  })
  .meta({
    id: 'HitPlace',
    description: 'A match on the page, in pixels of the full-resolution image.',
  });

export const pageHit = z
  .strictObject({
    document_id: z.string(),
    document_title: z.string(),
    page_id: z.string(),
    page_number: z.int().meta({ description: 'From 1.' }),
    label: z.string().meta({ description: 'Display name of the page: number, kind and year.' }),
    thumbnail_url: z.string().nullable().meta({ description: 'Signed URL, valid for an hour.' }),
    tile_source: deepZoom
      .nullable()
      .meta({ description: 'Tiles of the page, to show the matches; null without an image.' }),
    snippet: z.string().meta({ description: 'The text around the best match.' }),
    boxes: z.array(box).meta({ description: 'The matched words, at most 200.' }),
    match,
    places: z.array(place).meta({
      description: 'Matches on the page in reading order; adjacent words are one match. At most 200.',
    }),
    snippet_parts: z
      .array(z.strictObject({ text: z.string(), is_hit: z.boolean() }))
      .meta({ description: 'The snippet, split at the start and end of each match.' }),
  })
  .meta({ id: 'PageHit', description: 'A page that matches the search.' });

export type PageHitJson = z.output<typeof pageHit>;

/** Part of a page in whole full-resolution pixels. */
export interface RegionJson {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PLACE = String.raw`\s*-?\d{1,7}(?:\.\d{1,6})?\s*`;
/** Positive number. */
const EXTENT = String.raw`\s*(?=[\d.]*[1-9])\d{1,7}(?:\.\d{1,6})?\s*`;
const REGION = new RegExp(`^${[PLACE, PLACE, EXTENT, EXTENT].join(',')}$`);

/** Rounds outwards to whole pixels, to include the requested region. */
function toRegion(text: string): RegionJson {
  const [left = 0, top = 0, wide = 0, high = 0] = text.split(',').map(Number);
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, width: Math.ceil(left + wide) - x, height: Math.ceil(top + high) - y };
}

/** `x,y,width,height` in a query. */
export const region = z
  .string()
  .regex(REGION, 'region must look like x,y,width,height in pixels of the page, wider and higher than 0')
  .transform(toRegion)
  .meta({
    description:
      '`x,y,width,height` in pixels of the full-resolution image, like coordinates of annotations; clipped to the page. The whole page by default.',
    examples: ['2200,1600,800,600'],
    override: { type: 'string', pattern: REGION.source },
  });

export const pageOpening = z
  .strictObject({
    page_id: z.string(),
    document_id: z.string(),
    project_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    first_at: moment,
    last_at: moment.meta({ description: 'The viewer reports a page at most once in five minutes.' }),
  })
  .meta({ id: 'PageOpening', description: 'A person has looked at a page.' });
export type PageOpeningJson = z.output<typeof pageOpening>;
