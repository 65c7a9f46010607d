import type { Command, Outcome } from '@puente/ledger'
import { aCommand, aSend, aUser, move, wallet } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { atOnce, inLedgerWorld, type LedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 4
const KEYS_AT_ONCE = 16

/** The same command many times, as clients repeat it: each time with a transfer id of its own; some ask for something else. */
const copiesOf = (command: Command, other: Command, random: Random): Command[] =>
  Array.from({ length: random.int(2, 50) }, () => ({
    ...(random.chance(0.15) ? other : command),
    key: command.key,
    transferId: aCommand(command.ownerId).transferId,
  }))

/** The first copy decides for all of them: the same content gets the very same answer, other content a conflict. */
const judge = (copies: Command[], outcomes: Outcome[]): { conflicts: number; refused: number } => {
  const isConflict = (one: Outcome): boolean => !one.accepted && one.refusal.code === 'idempotencyConflict'
  const heard = copies.map((command, n) => ({ command, outcome: outcomes[n] as Outcome }))
  const decided = heard.filter(({ outcome }) => !isConflict(outcome))
  const firsts = decided.filter(({ outcome }) => !outcome.replayed)
  assert(firsts.length === 1, 'I3: exactly one copy of a key is decided', heard)
  const [first] = firsts
  for (const { command, outcome } of heard) {
    const isSame = command.requestHash === first?.command.requestHash
    assert(
      isConflict(outcome) !== isSame,
      'other content under a used key is refused, the same content is not',
      outcome,
    )
    if (!isSame) continue
    const bytes = (one: Outcome | undefined): string => JSON.stringify({ ...one, replayed: true })
    assert(bytes(outcome) === bytes(first?.outcome), 'I3: a repeat gets the answer of the first', heard)
  }
  return { conflicts: heard.length - decided.length, refused: first?.outcome.accepted ? 0 : 1 }
}

const storm = async ({ ledger, processes, admin }: LedgerWorld, random: Random) => {
  const [ana, ben] = [await aUser(ledger, BigInt(random.int(0, 40))), await aUser(ledger)]
  const command = aSend(ana, ben, 20n)
  const other = aSend(ana, ben, 1n, { requestHash: 'something else', legs: move(wallet(ana), wallet(ben), 1n) })
  const copies = copiesOf(command, other, random)
  const outcomes = await Promise.all(copies.map((copy) => random.pick(processes).post(copy)))
  const judged = judge(copies, outcomes)
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from entries where owner_id = $1 and account = 'wallet'`,
    [ben],
  )
  assert(rows[0]?.count === 1 - judged.refused, 'I3: a key moves money once, or not at all', rows)
  return { copies: copies.length, ...judged }
}

export const duplicateStorm: Part = {
  name: 'duplicate-storm',
  about:
    'T22: each key 2 to 50 times over 4 processes, some with other content: one effect, one answer, conflicts refused',
  covers: 'ledger',
  needs: [],
  units: { of: 'keys', short: 60, full: 5_000 },
  share: 3,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async (world) => {
      const sum = { copies: 0, conflicts: 0, refused: 0 }
      for (let done = 0; goesOn(done); done += KEYS_AT_ONCE) {
        for (const one of await atOnce(KEYS_AT_ONCE, () => storm(world, random))) {
          sum.copies += one.copies
          sum.conflicts += one.conflicts
          sum.refused += one.refused
        }
      }
      await world.check()
      return { copies: sum.copies, 'other content refused': sum.conflicts, 'keys not covered': sum.refused }
    }),
}
