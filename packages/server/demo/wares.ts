/** What the bakery sells, with a picture of each: drawn like the faces, and sold by nobody. */
import { cleanImage } from '#platform/images/clean-image.ts'

type Ware = { name: string; cents: number; backdrop: string; drawing: string }

const CRUST = '#c77f3c'
const CRUMB = '#f4dfc0'

export const WARES = {
  sourdough: {
    name: 'Sourdough loaf',
    cents: 9_50,
    backdrop: '#f6e3c5',
    drawing: `<path d="M60 210c-16-70 40-116 100-116s116 46 100 116z" fill="${CRUST}"/><path d="M110 138l22 56M152 126l16 66M196 136l8 56" stroke="${CRUMB}" stroke-width="12" stroke-linecap="round"/>`,
  },
  conchas: {
    name: 'Conchas, box of six',
    cents: 14_00,
    backdrop: '#f3c9d2',
    drawing: [100, 160, 220]
      .flatMap((x) => [125, 195].map((y) => [x, y] as const))
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="30" fill="${CRUST}"/><path d="M${x - 20} ${y}h40M${x} ${y - 20}v40" stroke="${CRUMB}" stroke-width="6" stroke-linecap="round"/>`,
      )
      .join(''),
  },
  coffee: {
    name: 'Coffee, one pound',
    cents: 16_00,
    backdrop: '#cfe3dc',
    drawing: `<path d="M108 86h104l14 160H94z" fill="#5b3a26"/><rect x="124" y="132" width="72" height="60" rx="8" fill="${CRUMB}"/><ellipse cx="160" cy="162" rx="16" ry="22" fill="#5b3a26"/><path d="M160 142q-8 20 0 40" stroke="${CRUMB}" stroke-width="4" fill="none"/>`,
  },
  cake: {
    name: 'Tres leches cake',
    cents: 42_00,
    backdrop: '#e3cfe8',
    drawing: `<rect x="74" y="170" width="172" height="66" rx="12" fill="${CRUMB}"/><path d="M74 182c0-30 20-44 86-44s86 14 86 44c-14 22-30 22-43 0-14 22-29 22-43 0-14 22-29 22-43 0-13 22-29 22-43 0z" fill="#fff"/><circle cx="160" cy="122" r="16" fill="#c0392b"/>`,
  },
} as const satisfies Record<string, Ware>

export type WareName = keyof typeof WARES

/** The picture of one, as base64, as a browser would send it. */
export const pictureOf = async (ware: WareName): Promise<string> => {
  const { backdrop, drawing } = WARES[ware]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><rect width="320" height="320" fill="${backdrop}"/>${drawing}</svg>`
  const { default: sharp } = await import('sharp')
  const { bytes } = await cleanImage(await sharp(Buffer.from(svg)).png().toBuffer())
  return bytes.toString('base64')
}
