/**
 * The colours of the product by meaning, light and dark. `tokens.css` holds the same values for the browser; a test
 * keeps the two in step and measures the contrast of every pair listed below, so a colour cannot drift out of reach of
 * the people who need it.
 */
export const colours = {
  surface: { light: '#f7f3ea', dark: '#0a1614' },
  'surface-raised': { light: '#fffdf8', dark: '#11211e' },
  'surface-sunken': { light: '#ece6d8', dark: '#1a2e2a' },
  text: { light: '#12231f', dark: '#e9f1ec' },
  'text-muted': { light: '#52605a', dark: '#9fb2aa' },
  border: { light: '#ddd5c4', dark: '#263a35' },
  'border-strong': { light: '#7d837a', dark: '#6d837b' },
  brand: { light: '#0b5d4e', dark: '#4cc5a6' },
  'brand-strong': { light: '#084439', dark: '#74d8be' },
  'on-brand': { light: '#fffdf8', dark: '#04231c' },
  'brand-text': { light: '#0b5d4e', dark: '#6bd3b7' },
  'brand-soft': { light: '#dcebe3', dark: '#12362e' },
  hero: { light: '#0b5d4e', dark: '#0d4539' },
  'hero-line': { light: '#2a7a69', dark: '#1f6152' },
  'on-hero': { light: '#fdf9ee', dark: '#f2f3e8' },
  'on-hero-muted': { light: '#c3e0d5', dark: '#b3d6c9' },
  waiting: { light: '#815000', dark: '#f3bd5c' },
  'waiting-soft': { light: '#fbebc8', dark: '#36290f' },
  'waiting-fill': { light: '#b97406', dark: '#e5a93c' },
  positive: { light: '#186236', dark: '#7fd69b' },
  'positive-soft': { light: '#dcefdd', dark: '#11331f' },
  negative: { light: '#a3271d', dark: '#ff9d90' },
  'negative-soft': { light: '#fbe2dc', dark: '#3d1a16' },
  'on-negative': { light: '#fffdf8', dark: '#2b0705' },
  info: { light: '#1d5488', dark: '#8fc1f4' },
  'info-soft': { light: '#dfeaf4', dark: '#13293e' },
  focus: { light: '#12231f', dark: '#e9f1ec' },
  'person-1': { light: '#cfe6da', dark: '#1f4339' },
  'on-person-1': { light: '#0b4f42', dark: '#a9e3cf' },
  'person-2': { light: '#f6dfb6', dark: '#4a3a20' },
  'on-person-2': { light: '#6b4300', dark: '#f5d79a' },
  'person-3': { light: '#d3e2f5', dark: '#26384f' },
  'on-person-3': { light: '#1b4673', dark: '#b5d5f7' },
  'person-4': { light: '#ecd8ea', dark: '#452f49' },
  'on-person-4': { light: '#6a2c63', dark: '#eabfe3' },
  'person-5': { light: '#e2e8bd', dark: '#3b4220' },
  'on-person-5': { light: '#47530f', dark: '#d9e3a0' },
  'person-6': { light: '#f9d9cd', dark: '#532e25' },
  'on-person-6': { light: '#8a2f1c', dark: '#f8bfab' },
  'person-7': { light: '#c9e8ea', dark: '#1b4449' },
  'on-person-7': { light: '#0d4f57', dark: '#a3dfe5' },
  'person-8': { light: '#dedaf5', dark: '#35305a' },
  'on-person-8': { light: '#43368c', dark: '#c9c2fa' },
} as const satisfies Record<string, { light: string; dark: string }>

export type Colour = keyof typeof colours

const surfaces = ['surface', 'surface-raised'] as const

/** Text on its background: at least 4.5 to 1. */
export const textPairs: readonly (readonly [text: Colour, background: Colour])[] = [
  ...surfaces.flatMap((background) =>
    (['text', 'text-muted', 'brand-text', 'waiting', 'positive', 'negative', 'info'] as const).map(
      (text) => [text, background] as const,
    ),
  ),
  ['text', 'surface-sunken'],
  ['text-muted', 'surface-sunken'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['brand-text', 'brand-soft'],
  ['text', 'brand-soft'],
  ['text-muted', 'brand-soft'],
  ['on-hero', 'hero'],
  ['on-hero-muted', 'hero'],
  ['waiting', 'waiting-soft'],
  ['text', 'waiting-soft'],
  ['positive', 'positive-soft'],
  ['text', 'positive-soft'],
  ['negative', 'negative-soft'],
  ['text', 'negative-soft'],
  ['on-negative', 'negative'],
  ['info', 'info-soft'],
  ['text', 'info-soft'],
  ...([1, 2, 3, 4, 5, 6, 7, 8] as const).map((n) => [`on-person-${n}`, `person-${n}`] as const),
]

/** What must be seen though it is no text (edges of controls, bars, focus): at least 3 to 1. */
export const graphicPairs: readonly (readonly [mark: Colour, background: Colour])[] = [
  ...surfaces.flatMap((background) =>
    (['border-strong', 'brand', 'waiting-fill', 'negative', 'focus'] as const).map(
      (mark) => [mark, background] as const,
    ),
  ),
  ['brand', 'surface-sunken'],
  ['negative', 'surface-sunken'],
  ['focus', 'surface-sunken'],
  ['on-hero', 'hero'],
]
