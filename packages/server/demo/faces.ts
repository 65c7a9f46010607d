/**
 * Faces of the demo people, drawn: so that lists look as they do in an account that is used. They are of nobody. Those who are
 * not named here have no picture, and are shown by their initials.
 */
import { cleanImage } from '#platform/images/clean-image.ts'
import type { Role } from './cast.ts'

type Face = {
  backdrop: string
  skin: string
  hair: string
  clothes: string
  /** What frames the head: `long` falls to the shoulders, `bun` is tied up, `short` and `curls` end above the ears. */
  cut: 'long' | 'bun' | 'short' | 'curls'
  glasses?: true
  beard?: true
}

const FACES: Partial<Record<Role, Face>> = {
  maria: { backdrop: '#f3c9a5', skin: '#c98b62', hair: '#3a2419', clothes: '#8c2f39', cut: 'long' },
  minsu: { backdrop: '#bcd8e6', skin: '#efc9a4', hair: '#1d1a1c', clothes: '#2f4858', cut: 'short', glasses: true },
  grace: { backdrop: '#f2dfa6', skin: '#7a4a2e', hair: '#1b1210', clothes: '#2f6b5e', cut: 'curls' },
  seoyeon: { backdrop: '#e3cfe8', skin: '#f2cfae', hair: '#2b1d1a', clothes: '#54478c', cut: 'bun', glasses: true },
  carlos: { backdrop: '#c9e0c3', skin: '#b57a50', hair: '#4a4340', clothes: '#36506c', cut: 'short', beard: true },
  sofia: { backdrop: '#f6c6c6', skin: '#dba57f', hair: '#5b3420', clothes: '#c9622f', cut: 'bun' },
}

const BACK: Record<Face['cut'], string> = {
  long: '<path d="M92 150c0-62 34-92 68-92s68 30 68 92v96H92z"/>',
  bun: '<circle cx="160" cy="50" r="30"/><path d="M100 150c0-58 30-86 60-86s60 28 60 86z"/>',
  short: '<path d="M102 148c-4-62 26-88 58-88s62 26 58 88z"/>',
  curls:
    '<circle cx="112" cy="104" r="34"/><circle cx="208" cy="104" r="34"/><circle cx="160" cy="78" r="42"/><circle cx="104" cy="146" r="26"/><circle cx="216" cy="146" r="26"/>',
}

const FRINGE: Record<Face['cut'], string> = {
  long: '<path d="M108 142c4-44 24-62 54-62s48 18 50 62c-18-10-34-26-42-42-14 22-36 36-62 42z"/>',
  bun: '<path d="M108 136c4-38 24-54 52-54s48 16 52 54c-22-24-82-24-104 0z"/>',
  short: '<path d="M106 140c-2-44 22-62 54-62s58 18 54 62c-8-22-20-32-32-36-22 8-52 4-66 2-4 8-8 18-10 34z"/>',
  curls: '<path d="M110 128c6-32 26-44 50-44s44 12 50 44c-14-16-26-14-34-20-10 10-22 10-32 2-10 10-22 8-34 18z"/>',
}

const drawn = ({ backdrop, skin, hair, clothes, cut, glasses, beard }: Face): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320">
<rect width="320" height="320" fill="${backdrop}"/>
<g fill="${hair}">${BACK[cut]}</g>
<path d="M44 320c6-66 56-88 116-88s110 22 116 88z" fill="${clothes}"/>
<path d="M138 196h44v40c0 16-44 16-44 0z" fill="${skin}"/>
<path d="M138 208c10 14 34 14 44 0v14c-12 12-32 12-44 0z" fill="#000" opacity=".12"/>
<ellipse cx="160" cy="152" rx="54" ry="66" fill="${skin}"/>
${beard ? `<path d="M107 156c2 44 26 66 53 66s51-22 53-66c-8 22-20 30-30 30-12-6-34-6-46 0-10 0-22-8-30-30z" fill="${hair}"/>` : ''}
<g fill="${hair}">${FRINGE[cut]}</g>
<g fill="#221a18"><circle cx="139" cy="152" r="6"/><circle cx="181" cy="152" r="6"/></g>
<g fill="none" stroke="#221a18" stroke-width="4" stroke-linecap="round">
<path d="M129 138q10-6 20-1M171 137q10-5 20 1" opacity=".8"/>
<path d="M143 186q17 14 34 0" stroke="${beard ? '#f3e3d6' : '#7d2f2a'}"/>
<path d="M160 158q-6 12 3 14" opacity=".35"/>
${glasses ? '<circle cx="139" cy="152" r="17"/><circle cx="181" cy="152" r="17"/><path d="M156 150h8"/>' : ''}
</g></svg>`

/** The sign of a business: a loaf on a board. */
const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320">
<rect width="320" height="320" fill="#f4dfc0"/>
<rect x="56" y="214" width="208" height="20" rx="10" fill="#8a5a33"/>
<path d="M70 206c-14-58 36-96 90-96s104 38 90 96z" fill="#c77f3c"/>
<path d="M118 132l18 46M154 122l14 52M192 128l8 48" stroke="#f4dfc0" stroke-width="10" stroke-linecap="round"/>
</svg>`

/** The picture of a person, as it would be after an upload; null for those who have none. */
export const faceOf = async (role: Role): Promise<{ bytes: Buffer; contentType: string } | null> => {
  const face = FACES[role]
  const svg = role === 'bakery' ? SIGN : face ? drawn(face) : null
  if (svg === null) return null
  const { default: sharp } = await import('sharp')
  return cleanImage(await sharp(Buffer.from(svg)).png().toBuffer())
}
