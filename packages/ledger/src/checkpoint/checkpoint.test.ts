import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  accountSeals,
  checkAccounts,
  createLedger,
  entrySeals,
  proveAgain,
  proveSinceCheckpoint,
  saveProofProgress,
  sealNext,
  takeCheckpoint,
} from '../index.ts'
import type { CheckpointOptions, Ledger, Proof, Written } from '../index.ts'
import { testDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { aCommand, aSend, aUser, move, wallet } from '../test/factories.ts'
import { BATCHES, ENTRIES, sealsOf, tamper } from '../test/tamper.ts'
import { testOnOne } from '../test/topology.ts'
import { findCheckpoint } from './checkpoints-store.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const options: CheckpointOptions = {
  chains: [entrySeals(), accountSeals()],
  signer: {
    sign: (hash) => ({ kid: 'own', signature: sign(null, hash, privateKey) }),
    isSigned: (hash, { signature }) => verify(null, hash, publicKey, signature),
  },
  isSpread: false,
}

let database: TestDatabase
let ledger: Ledger

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ pool: database.pool() })
})

afterAll(async () => {
  await ledger.close()
  await database.stop()
})

/** Three people with $10.00 who each send some to the next: nine entries, all sealed. */
const aDay = async (): Promise<string[]> => {
  const people: string[] = []
  for (let n = 0; n < 3; n += 1) people.push(await aUser(ledger, 1_000n))
  for (const [n, from] of people.entries()) await ledger.post(aSend(from, people[(n + 1) % 3]!, BigInt(n + 1)))
  for (const chain of options.chains) while ((await sealNext(database.admin, chain, 8)) > 0);
  return people
}

const take = (more: Partial<CheckpointOptions> = {}) => takeCheckpoint(database.pool(), { ...options, ...more })
const again = (entries = 1_000_000n, round = 'test') => proveAgain(database.pool(), { ...options, round, entries })
const isSound = ({ violations, tampering }: Pick<Proof, 'violations' | 'tampering'>) =>
  violations.length + tampering.length === 0

/** What a superuser does to rows until the test is over. */
const change = async (statement: string, undo: string, values: unknown[] = []): Promise<void> => {
  await database.admin.query(statement, values)
  onTestFinished(async () => void (await database.admin.query(undo, values)))
}

test('a checkpoint is what all entries add up to, and the next one reads only what is new', async () => {
  await aDay()
  const first = await take()
  expect(first).toMatchObject({ violations: [], tampering: [], entries: 12n, checkpoint: { n: 1n } })
  expect(first.checkpoint?.lines).toEqual([
    { account: 'settlement:card', currency: 'USD', entries: 3n, cents: -3_000n },
    { account: 'wallet', currency: 'USD', entries: 9n, cents: 3_000n },
  ])

  await aDay()
  const second = await take()
  expect(second).toMatchObject({ violations: [], tampering: [], entries: 12n, checkpoint: { n: 2n } })
  expect(second.checkpoint?.lines).toContainEqual({ account: 'wallet', currency: 'USD', entries: 18n, cents: 6_000n })
  expect(second.checkpoint?.previousHash).toEqual(first.checkpoint?.hash)

  expect(await take()).toMatchObject({ entries: 0n, checkpoint: { n: 2n } })
})

test('two processes that make a checkpoint at once make one, and both know it', async () => {
  await aDay()
  const [one, other] = await Promise.all([take(), take()])
  expect(one.checkpoint?.n).toBe(3n)
  expect(other.checkpoint).toEqual(one.checkpoint)
})

// The rows to change are picked by their place on one machine.
testOnOne(
  'every change of a row that counts is found, by the next checkpoint or by the round over the old ones',
  async () => {
    let seed = 7
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    await aDay()
    const missed: string[] = []
    for (let n = 0; n < 25; n += 1) {
      const { what, name, undo } = await tamper(database.admin, [ENTRIES, BATCHES, sealsOf('entry_seals')], random)
      const proof = await take()
      const old = await again(1_000_000n, `round ${n}`)
      if (isSound(proof) && isSound(old)) missed.push(`${what} ${name}`)
      await undo()
    }
    expect(missed).toEqual([])
    expect(await take()).toMatchObject({ violations: [], tampering: [], checkpoint: { n: 4n } })
  },
)

test('a balance that was changed where nothing moved since is found by the sum of all accounts', async () => {
  const [ana] = await aDay()
  await take()
  await change(
    'update accounts set balance_cents = balance_cents + 1 where owner_id = $1',
    'update accounts set balance_cents = balance_cents - 1 where owner_id = $1',
    [ana],
  )
  expect((await take()).violations).toEqual([
    {
      invariant: 'every account has the balance and number of its last entry',
      where: { account: 'wallet', currency: 'USD' },
    },
  ])
  expect(await checkAccounts(database.pool(), [wallet(ana!)])).toMatchObject([{ where: { ownerId: ana } }])
})

test('an account that is checked alone is found with a reversal that was forgotten', async () => {
  const [ana, ben] = [await aUser(ledger, 1_000n), await aUser(ledger)]
  const sent = aSend(ana, ben, 300n)
  await ledger.post(sent)
  const reverses = { ownerId: ana, transferId: sent.transferId }
  await ledger.post(aCommand(ana, { reverses, legs: move(wallet(ben), wallet(ana), 100n) }))
  const check = () => checkAccounts(database.pool(), [wallet(ana), wallet(ben)])
  expect(await check()).toEqual([])
  const { rows } = await database.admin.query('delete from reversals where owner_id = any($1) returning *', [
    [ana, ben],
  ])
  onTestFinished(async () => {
    for (const row of rows as object[])
      await database.admin.query('insert into reversals select * from jsonb_populate_record(null::reversals, $1)', [
        JSON.stringify(row),
      ])
  })
  expect(await check()).toContainEqual(
    expect.objectContaining({ invariant: 'no transfer is reversed beyond what it moved' }),
  )
})

test('an old entry that was changed is found when its turn comes again, and the round stays there', async () => {
  const { rows } = await database.admin.query<{ owner_id: string }>(
    `select owner_id from entries where account = 'wallet' order by created_at limit 1`,
  )
  const owner = rows[0]!.owner_id
  await change(
    `update entries set kind = kind || 'x' where owner_id = $1 and account = 'wallet' and seq = 1`,
    `update entries set kind = left(kind, -1) where owner_id = $1 and account = 'wallet' and seq = 1`,
    [owner],
  )
  expect(isSound(await take())).toBe(true)
  for (let turn = 0; turn < 2; turn += 1)
    expect((await again()).tampering).toMatchObject([{ kind: 'altered', name: `entry ${owner}/wallet/1` }])
})

test('a round resumes where it stopped, a bounded number of entries at a time', async () => {
  const newest = (await take()).checkpoint!
  let turns = 0
  for (let entries = 0n; ; turns += 1) {
    const round = await again(1n)
    expect(isSound(round)).toBe(true)
    entries += round.entries
    if (!round.isOver) expect(round.checkpoints).toBe(1)
    else {
      expect(entries).toBe(newest.lines.reduce((sum, line) => sum + line.entries, 0n))
      break
    }
  }
  expect(turns).toBe(Number(newest.n))
})

test('a checkpoint with a foreign signature is rejected, however well it fits', async () => {
  await aDay()
  const before = (await take()).checkpoint!
  const foreign = generateKeyPairSync('ed25519').privateKey
  await aDay()
  const forged = (
    await take({
      signer: { ...options.signer, sign: (hash) => ({ kid: 'own', signature: sign(null, hash, foreign) }) },
    })
  ).checkpoint!
  expect(forged.n).toBe(before.n + 1n)
  onTestFinished(async () => void (await database.admin.query('delete from checkpoints where n = $1', [forged.n])))
  expect(await take()).toMatchObject({ tampering: [{ chain: 'checkpoints', name: `checkpoint ${forged.n}` }] })
})

test('a checkpoint whose sums were changed is found', async () => {
  await change(
    `update checkpoints set lines = '[]' where n = 2`,
    `update checkpoints set lines = ${await linesOf(2n)} where n = 2`,
  )
  expect((await again()).tampering).toEqual([
    { chain: 'checkpoints', kind: 'altered', name: 'checkpoint 2', seal: null },
  ])
})

/** Takes checkpoints away until the test is over. */
const remove = async (where: string): Promise<void> => {
  await database.admin.query(`create table kept as select * from checkpoints where ${where}`)
  await database.admin.query(`delete from checkpoints where ${where}`)
  onTestFinished(async () => {
    await database.admin.query(`delete from checkpoints where ${where}`)
    await database.admin.query('insert into checkpoints select * from kept')
    await database.admin.query('drop table kept')
  })
}

const deleted = (n: bigint) => ({ chain: 'checkpoints', kind: 'deleted', name: `checkpoint ${n}`, seal: null })

test('a checkpoint that is missing among the others ends the round with its name, night after night', async () => {
  await remove('n = 2')
  for (let turn = 0; turn < 2; turn += 1) expect((await again()).tampering).toEqual([deleted(2n)])
})

test('a newest checkpoint that is missing is found by a round that came further', async () => {
  const { n } = (await take()).checkpoint!
  await saveProofProgress(database.admin, 'test', n.toString())
  await remove(`n = ${n}`)
  expect((await again()).tampering).toEqual([deleted(n)])
})

test('without any checkpoint none is begun over batches of some days ago, unless an operator wants it', async () => {
  await remove('true')
  await change(`update batches set at = at - interval '3 days'`, `update batches set at = at + interval '3 days'`)
  expect(await take()).toMatchObject({ checkpoint: null, tampering: [deleted(1n)], isLast: true })
  expect((await proveSinceCheckpoint(database.pool(), options)).tampering).toEqual([deleted(1n)])
  expect((await take({ mayBeginLate: true })).tampering).not.toContainEqual(deleted(1n))
})

test('what is too much for one checkpoint becomes several, each of which is kept, and the sum of accounts is compared at the end', async () => {
  const [ana] = await aDay()
  await take()
  await aDay()
  await aDay()
  await change(
    'update accounts set balance_cents = balance_cents + 1 where owner_id = $1',
    'update accounts set balance_cents = balance_cents - 1 where owner_id = $1',
    [ana],
  )
  const few = { rowsPerCheckpoint: 20 }
  expect((await proveSinceCheckpoint(database.pool(), { ...options, ...few })).violations).toHaveLength(1)
  const proofs: (Proof & { isLast: boolean })[] = []
  do proofs.push(await take(few))
  while (!proofs.at(-1)?.isLast)
  expect(proofs.length).toBeGreaterThan(1)
  for (const { violations, checkpoint } of proofs.slice(0, -1))
    expect({ violations, n: checkpoint?.n }).toEqual({ violations: [], n: expect.any(BigInt) })
  expect(proofs.at(-1)?.violations).toHaveLength(1)
  expect(proofs.reduce((sum, { entries }) => sum + entries, 0n)).toBe(24n)
})

test('what was written beside the batches is checked once, span by span, and a checkpoint waits for it', async () => {
  await take()
  const [ana] = await aDay()
  const seen: Written[] = []
  const wrong = { invariant: 'beside', where: {} }
  const inspect = async (written: Written) => {
    seen.push(written)
    return seen.length === 1 ? [wrong] : []
  }
  expect(await take({ inspect })).toMatchObject({ violations: [wrong] })
  const { checkpoint } = await take({ inspect })
  expect(seen[1]).toEqual(seen[0])
  expect(seen[0]?.spans).toContainEqual({ ...wallet(ana!), before: 0n, after: 3n })
  expect(seen[0]!.since.getTime()).toBeLessThanOrEqual(seen[0]!.until.getTime())
  expect(await take({ inspect })).toMatchObject({ checkpoint: { n: checkpoint?.n } })
  expect(seen).toHaveLength(2)
})

const linesOf = async (n: bigint): Promise<string> => {
  const { rows } = await database.admin.query<{ lines: string }>('select lines::text from checkpoints where n = $1', [
    n,
  ])
  expect(await findCheckpoint(database.admin, n)).not.toBeNull()
  return `'${rows[0]!.lines}'`
}
