import { randomUUID } from 'node:crypto'
import { type Answer, answerOf, type TestApp } from './app.ts'

/** A small picture of one colour that sharp really made. */
export const aPhoto = async (format: 'jpeg' | 'png' | 'webp' = 'jpeg', colour = '#2a7f6e'): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 64, height: 40, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'metadata that must not stay' } })
    .toFormat(format)
    .toBuffer()
}

/** Uploads to the identity check as a browser does. */
export const uploadPhoto = async (
  app: TestApp,
  bearer: string,
  fields: Record<string, string>,
  bytes: Uint8Array | null,
): Promise<Answer<'uploadKycPhoto'>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), `${randomUUID()}.jpg`)
  const response = await fetch(`${app.url}/api/clients/KYC/uploadPhotos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: form,
  })
  const body = (await response.json()) as Record<string, unknown>
  return answerOf(response.status, Object.fromEntries(response.headers), body)
}
