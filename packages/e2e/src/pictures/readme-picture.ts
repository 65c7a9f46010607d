/** docs/puente.png: a phone before a laptop, out of two real pictures. */
import { join } from 'node:path'
import sharp from 'sharp'
import { folder, root } from './choice.ts'

const CANVAS = { width: 1600, height: 960 }
const LAPTOP_WIDTH = 1200
const PHONE_WIDTH = 310
const GROUND = '#0b5d4e'

/** Scales a picture and rounds its corners, with a hairline around it. */
const framed = async (file: string, width: number, radius: number): Promise<Buffer> => {
  const { data, info } = await sharp(join(folder, 'readme', file))
    .resize({ width })
    .png()
    .toBuffer({ resolveWithObject: true })
  const frame = (attributes: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}"><rect x="0.5" y="0.5" width="${info.width - 1}" height="${info.height - 1}" rx="${radius}" ${attributes}/></svg>`,
    )
  return sharp(data)
    .composite([
      { input: frame('fill="#fff"'), blend: 'dest-in' },
      { input: frame('fill="none" stroke="#06352c" stroke-opacity="0.35"') },
    ])
    .png()
    .toBuffer()
}

const shadow = (left: number, top: number, width: number, height: number, radius: number): string =>
  `<rect x="${left}" y="${top + 14}" width="${width}" height="${height}" rx="${radius}" fill="#000" opacity="0.35" filter="url(#soft)"/>`

/** Puts the two together. A palette keeps the file small enough for a repository. */
export const composeReadmePicture = async (): Promise<void> => {
  const laptop = await framed('desktop.png', LAPTOP_WIDTH, 18)
  const phone = await framed('phone.png', PHONE_WIDTH, 34)
  const laptopHeight = (await sharp(laptop).metadata()).height
  const phoneHeight = (await sharp(phone).metadata()).height
  const at = {
    laptop: { left: 60, top: Math.round((CANVAS.height - laptopHeight) / 2) - 20 },
    phone: { left: CANVAS.width - PHONE_WIDTH - 60, top: CANVAS.height - phoneHeight - 60 },
  }
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS.width}" height="${CANVAS.height}"><defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="22"/></filter></defs><rect width="100%" height="100%" rx="28" fill="${GROUND}"/>${shadow(at.laptop.left, at.laptop.top, LAPTOP_WIDTH, laptopHeight, 18)}</svg>`,
  )
  const phoneShadow = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS.width}" height="${CANVAS.height}"><defs><filter id="soft" x="-40%" y="-20%" width="180%" height="140%"><feGaussianBlur stdDeviation="22"/></filter></defs>${shadow(at.phone.left, at.phone.top, PHONE_WIDTH, phoneHeight, 34)}</svg>`,
  )
  await sharp(ground)
    .composite([{ input: laptop, ...at.laptop }, { input: phoneShadow }, { input: phone, ...at.phone }])
    .png({ palette: true, colours: 200, effort: 10 })
    .toFile(join(root, 'docs/puente.png'))
}
