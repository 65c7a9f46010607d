/**
 * Closes a file: what waits goes into it, in one transaction with its content, so that a withdrawal is in one file or in none. It is
 * written here and never again; the same bytes are handed over however often that has to be tried.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import { databaseNow, type Db, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { readFile } from '#providers/ach/nacha/read-file.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import { type CreditEntry, writeFile } from '#providers/ach/nacha/write-file.ts'
import { findBalance } from './answers-store.ts'
import { type Funding, fundingOf, isFileDue, modifierAfter, referenceOf, type Waiting } from './bank-files-rules.ts'
import { type CollectedEntry, moveIntoFile, readWaiting, takeTrace } from './entries-store.ts'
import { countFilesOf, insertFile, sumPromised } from './files-store.ts'
import { seal, unseal } from './sealing.ts'

/** The rest leaves with another file. */
const MOST_ENTRIES = 10_000

const destination = z.strictObject({
  name: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  funding: z.enum(['checking', 'savings']),
  holder: z.enum(['individual', 'business']),
})

const creditOf = (
  services: Pick<Services, 'keys'>,
  { ref, trace, amountCents, destinationSealed }: CollectedEntry,
): CreditEntry => {
  const sealed = unseal(services, 'nacha_entries.destination_sealed', ref, destinationSealed)
  const { holder, ...account } = destination.parse(JSON.parse(sealed))
  return {
    ...account,
    trace,
    amountCents,
    sec: holder === 'business' ? 'CCD' : 'PPD',
    // As many characters as there are; of an id made in order the last ones tell more.
    individualId: ref.replaceAll('-', '').slice(-15).toUpperCase(),
  }
}

const originatorOf = async (trx: Trx, bank: NachaSettings) => {
  const odfi = bank.odfiRouting.slice(0, 8)
  return {
    ...bank,
    ...(bank.isBalanced && {
      offset: {
        accountNumber: bank.account,
        traces: { PPD: await takeTrace(trx, odfi), CCD: await takeTrace(trx, odfi) },
      },
    }),
  }
}

/** Undoes a file that our account does not cover, or that the day has no name for. */
class NotNow extends Error {
  readonly reason: Exclude<Funding, 'covered'> | 'noModifier'
  constructor(reason: NotNow['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** What our account must cover beside what the bank will still take for other files. */
const fundingIn = async (db: Db | Trx, totalCents: bigint, at: Date): Promise<Funding> =>
  fundingOf(await findBalance(db), { totalCents, promisedCents: await sumPromised(db), at })

/** Of two at once one finds nothing left, or the other's name taken, and is undone: what is promised is what is covered. */
const build = (services: Services, bank: NachaSettings, at: Date): Promise<string | null> =>
  transaction(services.db, 'build a bank file', async (trx) => {
    const { day, time } = newYorkTime(at)
    const modifier = modifierAfter(await countFilesOf(trx, day))
    if (modifier === null) throw new NotNow('noModifier')
    const id = newId()
    const entries = await moveIntoFile(trx, id, MOST_ENTRIES)
    if (entries.length === 0) return null
    const totalCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0n)
    const funding = await fundingIn(trx, totalCents, at)
    if (funding !== 'covered') throw new NotNow(funding)
    const reference = referenceOf(day, modifier)
    const effectiveDay = plusBankingDays(day, 1)
    const content = writeFile({
      from: await originatorOf(trx, bank),
      madeOn: { day, time },
      effectiveDay,
      modifier,
      reference,
      entries: entries.map((entry) => creditOf(services, entry)),
    })
    // Read as strictly as the bank does, before it can leave.
    const { sums } = readFile(content)
    await insertFile(trx, {
      id,
      day,
      modifier,
      reference,
      effectiveDay,
      entries: sums.count,
      creditCents: sums.creditCents,
      hash: String(sums.hash % 10n ** 10n),
      sha256: createHash('sha256').update(content, 'latin1').digest('hex'),
      contentSealed: seal(services, 'nacha_files.content_sealed', id, content),
      builtAt: at,
    })
    return reference
  })

/** Whether our account covers what waits; where it does not, the whole batch waits. */
export const fundingNow = ({ db }: Pick<Services, 'db'>, { totalCents }: Waiting, at: Date): Promise<Funding> =>
  fundingIn(db, totalCents, at)

/** Makes a file of what waits, if its time has come and our account covers it. */
export const buildFile = async (services: Services, bank: NachaSettings): Promise<void> => {
  const { clock, db, log } = services
  const at = await databaseNow(db, clock)
  const waiting = await readWaiting(db)
  if (!waiting || !isFileDue(waiting, at)) return
  try {
    const reference = await build(services, bank, at)
    if (reference !== null) log.info({ rail: 'bank', label: reference }, 'a bank file was made')
  } catch (error) {
    if (!(error instanceof NotNow)) throw error
    log.warn({ rail: 'bank', reason: error.reason, count: waiting.count }, 'withdrawals wait for a file')
  }
}
