import { aCommand, aUser, wallet, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { atOnce, inLedgerWorld, type LedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 3
const HOLDS_AT_ONCE = 25
const HELD_CENTS = 100n

/** A hold that is settled, released and let expire at the moment it expires, from three processes at once. */
const race = async ({ ledger, processes }: LedgerWorld, random: Random): Promise<string> => {
  const ana = await aUser(ledger, HELD_CENTS)
  const placing = aCommand(ana)
  const holdId = placing.transferId
  const ref = { ownerId: ana, holdId }
  const expiresAt = new Date(Date.now() + random.int(-5, 60))
  const place = { op: 'place' as const, ...ref, account: 'wallet', amountCents: HELD_CENTS, purpose: 'race', expiresAt }
  assert(wordFor(await ledger.post({ ...placing, holds: [place] })) === 'accepted', 'a covered hold is placed')
  const out = ledger.house('clearing:ach', ana)
  const ends = {
    settled: aCommand(ana, {
      holds: [{ op: 'settle', ...ref, amountCents: HELD_CENTS }],
      legs: [
        { ...wallet(ana), amountCents: -HELD_CENTS },
        { ...out, amountCents: HELD_CENTS },
      ],
    }),
    released: aCommand(ana, { holds: [{ op: 'release', ...ref }] }),
    expired: aCommand(ana, { holds: [{ op: 'expire', ...ref }] }),
  }
  const kinds = Object.keys(ends) as (keyof typeof ends)[]
  const copies = Array.from({ length: random.int(3, 9) }, () => random.pick(kinds))
  const heard = await Promise.all(
    copies.map(async (kind) => {
      const command = { ...ends[kind], key: aCommand(ana).key, transferId: aCommand(ana).transferId }
      return { kind, word: wordFor(await random.pick(processes).post(command)) }
    }),
  )
  const won = heard.filter(({ word }) => word === 'accepted')
  assert(won.length <= 1, 'I5: a hold ends at most once', heard)
  const isOpen = won.length === 0
  assert(
    !isOpen || heard.every(({ kind }) => kind === 'expired'),
    'a hold stays open only if every attempt to end it failed',
    heard,
  )
  const { balanceCents, heldCents } = await ledger.balance(wallet(ana))
  const wanted = won[0]?.kind === 'settled' ? 0n : HELD_CENTS
  assert(balanceCents === wanted && heldCents === (isOpen ? HELD_CENTS : 0n), 'I5: money follows the one end', heard)
  return won[0]?.kind ?? 'still open'
}

export const holdRaces: Part = {
  name: 'hold-races',
  about: 'T25: holds settled, released and expired from 3 processes at the moment they expire: each ends once, one way',
  covers: 'ledger',
  needs: [],
  units: { of: 'holds', short: 100, full: 10_000 },
  share: 2,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async (world) => {
      const ends: Record<string, number> = { settled: 0, released: 0, expired: 0, 'still open': 0 }
      for (let done = 0; goesOn(done); done += HOLDS_AT_ONCE)
        for (const end of await atOnce(HOLDS_AT_ONCE, () => race(world, random))) ends[end] = (ends[end] ?? 0) + 1
      await world.check()
      return ends
    }),
}
