import { CONSENT_VERSIONS, LANGUAGES } from '@puente/contract'
import { expect, test } from 'vitest'
import { wordings } from './wordings.ts'

const sha256 = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

test('X-36 every wording that payments refer to is unchanged since it was shown', async () => {
  const hashes: Record<string, string> = {}
  for (const version of CONSENT_VERSIONS) hashes[version] = await sha256(JSON.stringify(wordings[version]))
  expect(hashes).toEqual({
    '2026-11-24': '5b7edae96b74de86194c00553b428975e0793a10280102be709feaec2efe3067',
  })
})

test.each(CONSENT_VERSIONS)('the sentences of %s carry the same names and amounts in every language', (version) => {
  const holesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted()
  const holes = LANGUAGES.map((language) =>
    Object.entries(wordings[version][language]).map(([key, text]) => [key, holesOf(text)]),
  )
  for (const other of holes) expect(other).toEqual(holes[0])
})
