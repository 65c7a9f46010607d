/** Takes over whether the bank takes our files. What contradicts what we know changes nothing, and is told. */
import type { Trx } from '#platform/db/database.ts'
import type { Acknowledgement } from '#providers/ach/nacha/read-acknowledgement.ts'
import type { Applied } from './applied.ts'
import { findEntryByTrace, listTracesOf, refuseEntry } from './entries-store.ts'
import { answerFile, type BankFile, lockFileByReference } from './files-store.ts'

type OfFile = Extract<Acknowledgement, { of: 'file' }>
type OfEntry = Extract<Acknowledgement, { of: 'entry' }>

const NOTHING: Applied = { traces: [], oddities: [] }
/** What the bank may answer: it has it for certain once it speaks of it. */
const UNANSWERED: readonly string[] = ['staged', 'handedOver']

const odd = (what: Applied['oddities'][number]['what'], subject: string): Applied => ({
  traces: [],
  oddities: [{ what, subject }],
})

const isSame = (file: BankFile, said: OfFile): boolean =>
  said.accepted &&
  said.entries === file.entries &&
  said.creditCents === file.creditCents &&
  BigInt(said.hash) === BigInt(file.hash)

const applyToFile = async (trx: Trx, said: OfFile, at: Date): Promise<Applied> => {
  const file = await lockFileByReference(trx, said.reference)
  if (!file) return odd('unknownFile', said.reference)
  if (said.accepted) {
    if (!isSame(file, said)) return odd('otherTotals', said.reference)
    if (UNANSWERED.includes(file.state)) await answerFile(trx, file.id, { state: 'acknowledged' }, at)
    else if (file.state === 'rejected' || file.state === 'built') return odd('contradiction', said.reference)
    return NOTHING
  }
  if (file.state === 'rejected') return NOTHING
  if (!UNANSWERED.includes(file.state)) return odd('contradiction', said.reference)
  await answerFile(trx, file.id, { state: 'rejected', reason: said.reason }, at)
  return { traces: await listTracesOf(trx, file.id), oddities: [] }
}

/** Before the money has gone: what is refused later comes as a return. */
const applyToEntry = async (trx: Trx, { trace, reason }: OfEntry): Promise<Applied> => {
  const entry = await findEntryByTrace(trx, trace)
  if (!entry?.fileState) return odd('unknownTrace', trace)
  if (entry.refused !== null) return NOTHING
  if (entry.fileState === 'settled' || entry.fileState === 'rejected' || entry.returnCode !== null)
    return odd('contradiction', trace)
  await refuseEntry(trx, entry.ref, reason)
  return { traces: [trace], oddities: [] }
}

export const applyAcknowledgement = (trx: Trx, said: Acknowledgement, at: Date): Promise<Applied> =>
  said.of === 'file' ? applyToFile(trx, said, at) : applyToEntry(trx, said)
