import { createHash, randomBytes } from 'node:crypto'

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

let pool = Buffer.alloc(0)

/** UUIDv7, as the product makes them: the time in front, so that new rows go to the end of an index. */
export const newId = (): string => {
  if (pool.length < 10) pool = randomBytes(10_000)
  const random = pool.subarray(0, 10)
  pool = pool.subarray(10)
  random[0] = 0x70 | ((random[0] ?? 0) & 0x0f)
  random[2] = 0x80 | ((random[2] ?? 0) & 0x3f)
  return dashed(Date.now().toString(16).padStart(12, '0') + random.toString('hex'))
}

const accountIds: string[] = []

/** The id of the n-th account; in SQL `md5('account' || n)::uuid`. Spread over the whole index, as real ones are. */
export const accountId = (n: number): string =>
  (accountIds[n] ??= dashed(createHash('md5').update(`account${n}`).digest('hex')))
