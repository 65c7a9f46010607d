import { randomUUID } from 'node:crypto'
import type { EndpointKey } from '@puente/contract'
import { type Answer, answerOf, type TestApp } from './app.ts'

/** A small picture of one colour that sharp really made. */
export const aPhoto = async (format: 'jpeg' | 'png' | 'webp' = 'jpeg', colour = '#2a7f6e'): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 64, height: 40, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'metadata that must not stay' } })
    .toFormat(format)
    .toBuffer()
}

type Upload = { path: string; field: string; bytes: Uint8Array | null; fields?: Record<string, string> }

const upload = async <K extends EndpointKey>(
  app: Pick<TestApp, 'url'>,
  bearer: string,
  sent: Upload,
): Promise<Answer<K>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.fields ?? {})) form.append(name, value)
  if (sent.bytes) form.append(sent.field, new Blob([new Uint8Array(sent.bytes)]), `${randomUUID()}.jpg`)
  const response = await fetch(`${app.url}/api${sent.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: form,
  })
  const body = (await response.json()) as Record<string, unknown>
  return answerOf(response.status, Object.fromEntries(response.headers), body)
}

/** Uploads to the identity check as a browser does. */
export const uploadPhoto = (
  app: Pick<TestApp, 'url'>,
  bearer: string,
  fields: Record<string, string>,
  bytes: Uint8Array | null,
): Promise<Answer<'uploadKycPhoto'>> =>
  upload(app, bearer, { path: '/clients/KYC/uploadPhotos', field: 'file', bytes, fields })

/** Uploads the picture of a profile. */
export const uploadPicture = (
  app: Pick<TestApp, 'url'>,
  bearer: string,
  bytes: Uint8Array | null,
): Promise<Answer<'updateProfilePicture'>> =>
  upload(app, bearer, { path: '/clients/updateProfilePicture', field: 'image', bytes })

/** Adds a product with its picture to the catalogue. */
export const uploadProduct = (
  app: Pick<TestApp, 'url'>,
  bearer: string,
  fields: Record<string, string>,
  bytes: Uint8Array | null,
): Promise<Answer<'addProduct'>> => upload(app, bearer, { path: '/products/add', field: 'image', bytes, fields })

/** Puts a file away for a message to support. */
export const uploadTicketFile = (
  app: Pick<TestApp, 'url'>,
  bearer: string,
  bytes: Uint8Array | null,
): Promise<Answer<'attachFile'>> => upload(app, bearer, { path: '/support/file/add', field: 'file', bytes })
