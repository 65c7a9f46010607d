/**
 * Closes a file: what waits goes into it, in one transaction with its content, so that a withdrawal is in one file or in none. It is
 * written here and never again; the same bytes are handed over however often that has to be tried.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { newYorkTime, plusBankingDays } from '#platform/calendar/bank-days-rules.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { readFile } from '#providers/ach/nacha/read-file.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import { type CreditEntry, writeFile } from '#providers/ach/nacha/write-file.ts'
import { findBalance } from './answers-store.ts'
import { fundingOf, isFileDue, modifierAfter, referenceOf, type Waiting } from './bank-files-rules.ts'
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

const build = (services: Services, bank: NachaSettings, at: Date): Promise<string | null> =>
  transaction(services.db, 'build a bank file', async (trx) => {
    const { day, time } = newYorkTime(at)
    const modifier = modifierAfter(await countFilesOf(trx, day))
    if (modifier === null) return null
    const id = newId()
    const entries = await moveIntoFile(trx, id, MOST_ENTRIES)
    if (entries.length === 0) return null
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
    const sealed = seal(services, 'nacha_files.content_sealed', id, content)
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
      contentSealed: sealed,
      builtAt: at,
    })
    return reference
  })

/** Whether our account covers what waits; where it does not, the batch waits, whoever it is for. */
export const fundingNow = async (services: Pick<Services, 'db'>, { totalCents }: Waiting, at: Date) =>
  fundingOf(await findBalance(services.db), { totalCents, promisedCents: await sumPromised(services.db), at })

/** Makes a file of what waits, if its time has come and our account covers it. */
export const buildFile = async (services: Services, bank: NachaSettings): Promise<void> => {
  const { clock, db, log } = services
  const at = await databaseNow(db, clock)
  const waiting = await readWaiting(db)
  if (!waiting || !isFileDue(waiting, at)) return
  const funding = await fundingNow(services, waiting, at)
  if (funding !== 'covered') {
    log.warn({ rail: 'bank', reason: funding, count: waiting.count }, 'withdrawals wait for money at our bank')
    return
  }
  const reference = await build(services, bank, at)
  if (reference === null) log.error({ rail: 'bank', alert: true }, 'no further file can be made today')
  else log.info({ rail: 'bank', label: reference, count: waiting.count }, 'a bank file was made')
}
