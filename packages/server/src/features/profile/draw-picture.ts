import { PICTURE_MAX_BYTES } from '@puente/contract'
import { Refusal } from '#platform/http/refusal.ts'
import { cleanImage } from '#platform/images/clean-image.ts'
import type { Services } from '#platform/services.ts'
import { type PutPicture, putPicture } from './pictures-store.ts'

const DATA_URL = /^data:image\/(?:jpeg|png|webp);base64,/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * The bytes of a picture that came as base64, bare or as a data URL. Refuses with `invalidType` what is no base64, and with
 * `invalidRequest` what is too large.
 */
export const pictureFrom64 = (image: string): Uint8Array => {
  const text = image.replace(DATA_URL, '').replaceAll(/\s/g, '')
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new Refusal('invalidType', { field: 'image', reason: 'image' })
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > PICTURE_MAX_BYTES) throw new Refusal('invalidRequest', { field: 'image', reason: 'tooLarge' })
  return bytes
}

/** Redraws a picture as a square of this side and puts it away, still without a row. Refuses with `invalidType` what is none. */
export const drawPicture = async (
  services: Pick<Services, 'blobs' | 'keys'>,
  sent: Uint8Array,
  squarePx: number,
): Promise<PutPicture> => putPicture(services, await cleanImage(sent, { squarePx, field: 'image' }))
