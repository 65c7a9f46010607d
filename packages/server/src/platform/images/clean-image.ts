/**
 * Turns an uploaded picture into one that we made: its format is detected from the first bytes, it is decoded within
 * bounds, turned upright and encoded again. Metadata, appended files and everything else that is not a pixel stay
 * behind.
 */
import { boundedPool } from '../bounded-pool.ts'
import { Refusal } from '../http/refusal.ts'

/** More pixels than any phone takes; a small file can unfold to far more. */
const PIXEL_LIMIT = 40_000_000
const DECODE_SECONDS = 10
const FORMATS: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
/** Pictures decoded at a time, and waiting. */
const pool = boundedPool(1, 16)

export type CleanImage = { bytes: Buffer; contentType: 'image/jpeg' }

/** What a picture becomes. */
type Wanted = {
  /** Cut to a square of this side. */
  squarePx?: number
  /** The field that a refusal names. */
  field?: string
}

const notAnImage = (field: string) => new Refusal('invalidType', { field, reason: 'image' })

const decode = async (bytes: Uint8Array, squarePx: number | undefined): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const image = sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: 'warning', sequentialRead: true })
  const upright = image.timeout({ seconds: DECODE_SECONDS }).rotate()
  return (squarePx === undefined ? upright : upright.resize(squarePx, squarePx, { fit: 'cover' }))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Answers with a JPEG of our own making; refuses with `invalidType` what is no picture of an allowed kind, or too large to draw. */
export const cleanImage = async (bytes: Uint8Array, { squarePx, field = 'file' }: Wanted = {}): Promise<CleanImage> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !FORMATS.has(type.mime)) throw notAnImage(field)
  return pool(async () => {
    try {
      return { bytes: await decode(bytes, squarePx), contentType: 'image/jpeg' }
    } catch {
      throw notAnImage(field)
    }
  })
}
