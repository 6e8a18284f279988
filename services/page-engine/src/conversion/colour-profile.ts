const SPACES: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };
const HEADER_BYTES = 128;

/** Profile if it is one for that many channels. */
export function usableProfile(profile: Buffer | undefined, channels: number): Buffer | undefined {
  if (!profile || profile.length < HEADER_BYTES || profile.toString('latin1', 36, 40) !== 'acsp') return undefined;
  return SPACES[profile.toString('latin1', 16, 20)] === channels ? profile : undefined;
}
