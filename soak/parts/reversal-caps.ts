import { aCommand, aDeposit, aUser, move, wallet, wordFor } from '@puente/ledger/testing'
import { assert, type Part } from '../frame/part.ts'
import type { Random } from '../frame/random.ts'
import { atOnce, inLedgerWorld, type LedgerWorld } from '../support/ledger-world.ts'

const PROCESSES = 4
const AT_ONCE = 5
const PARALLEL = 50
const DEPOSIT_CENTS = 1_000

/** Fifty partial refunds of one deposit at once, many of them repeats under the same key. */
const race = async ({ ledger, processes }: LedgerWorld, random: Random): Promise<number> => {
  const ana = await aUser(ledger, 5_000n)
  const deposit = aDeposit(ledger, ana, BigInt(DEPOSIT_CENTS))
  await ledger.post(deposit)
  const bank = ledger.house('settlement:card', ana)
  const refunds = Array.from({ length: PARALLEL / 2 }, () => {
    const cents = random.int(1, 120)
    const command = aCommand(ana, {
      legs: move(wallet(ana), bank, BigInt(cents)),
      reverses: { ownerId: ana, transferId: deposit.transferId },
    })
    return { cents, command }
  })
  const asked = Array.from({ length: PARALLEL }, () => random.pick(refunds))
  const words = await Promise.all(
    asked.map(async ({ command }) => {
      const repeat = { ...command, transferId: aCommand(ana).transferId }
      return wordFor(await random.pick(processes).post(repeat))
    }),
  )
  let returned = 0
  for (const refund of new Set(asked)) {
    const heard = new Set(words.filter((_, n) => asked[n] === refund))
    assert(heard.size === 1, 'I3: every repeat of a refund gets the same answer', [...heard])
    if (heard.has('accepted')) returned += refund.cents
  }
  assert(returned <= DEPOSIT_CENTS, 'no more goes back than came', { returned })
  const { balanceCents } = await ledger.balance(wallet(ana))
  assert(balanceCents === BigInt(6_000 - returned), 'a repeat changes nothing, whatever its answer', { returned })
  return returned
}

export const reversalCaps: Part = {
  name: 'reversal-caps',
  about:
    'T26: 50 parallel partial refunds of one deposit, repeated: at most the deposit goes back, repeats change nothing',
  covers: 'ledger',
  needs: [],
  units: { of: 'deposits', short: 10, full: 1_000 },
  share: 1,
  run: ({ random, goesOn }) =>
    inLedgerWorld({ processes: PROCESSES }, async (world) => {
      let returned = 0
      for (let done = 0; goesOn(done); done += AT_ONCE)
        for (const cents of await atOnce(AT_ONCE, () => race(world, random))) returned += cents
      await world.check()
      return { 'cents returned': returned }
    }),
}
