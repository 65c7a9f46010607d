/**
 * Files that arrive. A file of jsdom loses its bytes on the way through Node's fetch, so tests that upload build files
 * and forms of Node's own kind.
 */
import { File as NodeFile } from 'node:buffer'
import { vi } from 'vitest'

/** Replaces `FormData` by the one that belongs to fetch; to be called in `beforeAll`; `setup.ts` puts it back. */
export const useFetchForms = async (): Promise<void> => {
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
}

const JPEG = [0xff, 0xd8, 0xff]

/** A file of so many bytes that begins as a JPEG does. The rest is for the server to judge, and the server is the test's. */
export const aPhoto = (bytes = 1000): File =>
  new NodeFile([Uint8Array.from({ length: bytes }, (_, at) => JPEG[at] ?? 0)], 'photo.jpg', {
    type: 'image/jpeg',
  }) as unknown as File

/** A text field of a multipart body, empty when it is not there. */
export const fieldOf = (body: unknown, name: string): string =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(String(body))?.[1] ?? ''
