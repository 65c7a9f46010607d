/** Faults that other ledgers have shipped, by name: each is provoked as it was there, and must not happen here. */
import { createLedger, type Ledger } from '@puente/ledger'
import { aCommand, aDeposit, aSend, aUser, move, wallet, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import { LEDGER_OPTIONS } from '../support/ledger-options.ts'
import { atOnce, inLedgerWorld } from '../support/ledger-world.ts'

type Race = (ledgers: [Ledger, Ledger]) => Promise<void>

const available = async (ledger: Ledger, id: string): Promise<bigint> =>
  (await ledger.balance(wallet(id))).availableCents
const accepted = (words: string[]): number => words.filter((word) => word === 'accepted').length

const placeHold = (ownerId: string, amountCents: bigint) => {
  const command = aCommand(ownerId)
  const hold = { op: 'place' as const, holdId: command.transferId, ...wallet(ownerId), amountCents, purpose: 'race' }
  return { ...command, holds: [hold] }
}

const races: Record<string, Race> = {
  'a credit is lost because the receiving account was not locked': async ([one, two]) => {
    const [ana, ben, eva] = [await aUser(one, 50n), await aUser(one, 50n), await aUser(one)]
    await atOnce(20, (n) => (n % 2 ? one : two).post(aSend(n % 4 < 2 ? ana : ben, eva, 5n)))
    assert((await available(one, eva)) === 100n, 'every credit arrives')
  },
  'a refund is repeated by a retry, or money moves under a conflict': async ([one, two]) => {
    const ana = await aUser(one, 1_000n)
    const deposit = aDeposit(one, ana, 100n)
    await one.post(deposit)
    const back = (cents: bigint) => move(wallet(ana), one.house('settlement:card', ana), cents)
    const refund = aCommand(ana, { legs: back(100n), reverses: { ownerId: ana, transferId: deposit.transferId } })
    const words = await atOnce(12, async (n) => {
      const copy = { ...refund, transferId: aCommand(ana).transferId }
      const other = { ...copy, requestHash: 'another sum', legs: back(60n) }
      return wordFor(await (n % 2 ? one : two).post(n % 3 === 2 ? other : copy))
    })
    const taken = words.includes('accepted')
    const left = await available(one, ana)
    assert(taken && (left === 1_000n || left === 1_040n), 'the refund happens once, and nothing beside it', {
      words,
      left,
    })
  },
  'held money is spent': async ([one, two]) => {
    const [ana, ben] = [await aUser(one, 100n), await aUser(one)]
    const words = await atOnce(20, async (n) =>
      wordFor(await (n % 2 ? one : two).post(n % 4 < 2 ? placeHold(ana, 10n) : aSend(ana, ben, 10n))),
    )
    assert(accepted(words) === 10 && (await available(one, ana)) === 0n, 'holds and sends share one balance', words)
  },
  'a rejected hold is committed later': async ([one, two]) => {
    const ana = await aUser(one, 5n)
    const hold = placeHold(ana, 10n)
    assert(wordFor(await one.post(hold)) === 'insufficientFunds', 'a hold that is not covered is refused')
    await one.post(aDeposit(one, ana, 100n))
    const again = await atOnce(6, (n) => (n % 2 ? one : two).post(hold))
    assert(
      again.every((outcome) => !outcome.accepted && outcome.replayed),
      'a refused key stays refused',
    )
    assert((await available(one, ana)) === 105n, 'nothing is held for it')
  },
  'a balance is computed from an unlocked sum': async ([one, two]) => {
    const [ana, ben] = [await aUser(one, 1_000n), await aUser(one)]
    const all = () =>
      aCommand(ana, {
        locks: [wallet(ben)],
        legs: (facts) => {
          const cents = facts.balanceOf(wallet(ana)).availableCents
          return cents > 0n ? move(wallet(ana), wallet(ben), cents) : []
        },
      })
    await atOnce(16, (n) => (n % 2 ? one : two).post(n % 4 === 0 ? aDeposit(one, ana, 7n) : all()))
    const sum = (await available(one, ana)) + (await available(one, ben))
    assert(sum === 1_028n, 'a command that empties an account sees what is in it', { sum })
  },
  'a key is shared between users': async ([one, two]) => {
    const [ana, ben] = [await aUser(one, 10n), await aUser(one, 10n)]
    const { key } = aCommand(ana)
    const words = await atOnce(2, async (n) =>
      wordFor(await (n ? one : two).post(n ? aSend(ana, ben, 4n, { key }) : aSend(ben, ana, 3n, { key }))),
    )
    assert(accepted(words) === 2 && (await available(one, ana)) === 9n, 'a key belongs to its owner', words)
  },
  'two first movements overdraw an account never used': async ([one, two]) => {
    const [ana, ben] = [await aUser(one), await aUser(one)]
    const words = await atOnce(10, async (n) => wordFor(await (n % 2 ? one : two).post(aSend(ana, ben, 1n))))
    assert(accepted(words) === 0 && (await available(one, ben)) === 0n, 'an empty account sends nothing', words)
  },
}

export const knownFaults: Part = {
  name: 'known-faults',
  about: 'T31: faults that other ledgers have shipped, provoked by name from two lanes: none happens',
  covers: 'ledger',
  needs: [],
  units: { of: 'races', short: 70, full: 7_000 },
  share: 1,
  run: ({ goesOn }) =>
    inLedgerWorld({}, async (world) => {
      const ledgers = [0, 1].map(() => createLedger({ pool: world.pool(), ...LEDGER_OPTIONS })) as [Ledger, Ledger]
      const entries = Object.entries(races)
      try {
        for (let done = 0; goesOn(done); done += 1) {
          const [name, race] = entries[done % entries.length] ?? []
          await race?.(ledgers).catch((error: unknown) => {
            throw new Error(`provoked: ${name}`, { cause: error })
          })
        }
      } finally {
        await Promise.all(ledgers.map((ledger) => ledger.close()))
      }
      await world.check()
      return { faults: entries.length }
    }),
}
