import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileBlobs } from './file.ts'
import { BlobMissing, type Blobs } from './port.ts'

let folder: string
let blobs: Blobs

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'puente-blobs-'))
  blobs = createFileBlobs(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const KEY = '018f4e3a-7b1c-7def-8a9b-0123456789ab'

test('a stored file can be read back, only its owner may read it, and no draft is left', async () => {
  await blobs.put(KEY, Buffer.from('sealed'))
  expect((await blobs.get(KEY)).toString()).toBe('sealed')
  expect((await stat(join(folder, 'ab', KEY))).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'ab'))).toEqual([KEY])
})

test('a blob that is gone is missing, and deleting it twice is harmless', async () => {
  await blobs.put(KEY, Buffer.from('sealed'))
  await blobs.delete(KEY)
  await blobs.delete(KEY)
  await expect(blobs.get(KEY)).rejects.toThrow(BlobMissing)
})

test('a key cannot lead out of the folder', async () => {
  await expect(async () => blobs.get('../../../../etc/passwd')).rejects.toThrow('not a key')
})

test('what cannot be put leaves no draft behind', async () => {
  const key = KEY.replace(/ab$/, 'cd')
  // Something that is no file has its name already.
  await mkdir(join(folder, 'cd', key, 'full'), { recursive: true })
  await expect(blobs.put(key, Buffer.from('sealed'))).rejects.toThrow()
  expect(await readdir(join(folder, 'cd'))).toEqual([key])
})
