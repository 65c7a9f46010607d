/**
 * Takes over what receiving banks send back: a return for the entry of its trace, once, and how an account is to be written. What is for
 * no entry of ours, and a second return, move nothing.
 */
import type { Trx } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { SentBack } from '#providers/ach/nacha/returned-rules.ts'
import type { Applied } from './applied.ts'
import { type Entry, findEntryByTrace, keepCorrections, returnEntry } from './entries-store.ts'
import { correctionsOf } from './entry-snapshot.ts'
import { seal } from './sealing.ts'

type Return = Extract<SentBack, { kind: 'return' }>
type Notice = Extract<SentBack, { kind: 'notice' }>

const seen = (trace: string): Applied => ({ traces: [trace], oddities: [] })

const applyReturn = async (trx: Trx, entry: Entry, returned: Return, at: Date): Promise<Applied> => {
  const { code, trace, amountCents: cents, information } = returned
  if (await returnEntry(trx, entry.ref, { code, trace, cents, information, at })) return seen(entry.trace)
  // The same return in two files is one; another one is for a person.
  if (entry.returnTrace === trace && entry.returnCents === cents) return { traces: [], oddities: [] }
  return { traces: [], oddities: [{ what: 'secondReturn', subject: entry.trace, cents: String(cents) }] }
}

const applyNotice = async (
  services: Pick<Services, 'keys'>,
  trx: Trx,
  entry: Entry,
  { correction }: Notice,
): Promise<Applied> => {
  const all = [...correctionsOf(services, entry), correction]
  await keepCorrections(
    trx,
    entry.ref,
    seal(services, 'nacha_entries.corrections_sealed', entry.ref, JSON.stringify(all)),
  )
  return seen(entry.trace)
}

export const applySentBack = async (
  services: Pick<Services, 'keys'>,
  trx: Trx,
  sentBack: SentBack,
  at: Date,
): Promise<Applied> => {
  const { originalTrace, amountCents } = sentBack
  const entry = await findEntryByTrace(trx, originalTrace)
  // Nothing comes back of what has not left, or was refused as a whole.
  const isOut = entry?.fileState && entry.fileState !== 'rejected' && entry.refused === null
  if (!entry || !isOut)
    return { traces: [], oddities: [{ what: 'unknownTrace', subject: originalTrace, cents: String(amountCents) }] }
  return sentBack.kind === 'return'
    ? applyReturn(trx, entry, sentBack, at)
    : applyNotice(services, trx, entry, sentBack)
}
