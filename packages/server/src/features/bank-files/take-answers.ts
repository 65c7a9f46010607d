/**
 * Takes what the bank has for us, each file once by its content. What it says and what follows from it commit together; the
 * withdrawals hear of it by an event, and read how they stand like from any provider.
 */
import { createHash } from 'node:crypto'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { keepEvent } from '#platform/webhooks/inbox-store.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'
import type { FileTransport } from '#providers/ach/nacha/transport-port.ts'
import { insertAnswer, noteOddities } from './answers-store.ts'
import type { Applied } from './applied.ts'
import { applyAcknowledgement } from './apply-acknowledgement.ts'
import { applySentBack } from './apply-sent-back.ts'
import { applySettled } from './apply-statement.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { seal } from './sealing.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** Our bank has said something of an entry; `objectId` is its trace. */
    'bank-entry.answered': { provider: string; eventId: string; objectId: string; type: string }
  }
}

const PROVIDER = 'nacha'
const MOST_ANSWERS = 100

const apply = async (services: Services, trx: Trx, answer: Answer, at: Date): Promise<Applied> => {
  const all: Applied[] = []
  if (answer.kind === 'unreadable') return { traces: [], oddities: [{ what: 'unreadable', subject: answer.why }] }
  if (answer.kind === 'acknowledgement')
    for (const said of answer.said) all.push(await applyAcknowledgement(trx, said, at))
  else if (answer.kind === 'statement')
    for (const line of answer.statement.settled) all.push(await applySettled(trx, line, answer.statement.at))
  else for (const one of answer.sentBack) all.push(await applySentBack(services, trx, one, at))
  return { traces: all.flatMap(({ traces }) => traces), oddities: all.flatMap(({ oddities }) => oddities) }
}

const tell = async ({ events }: Services, trx: Trx, sha256: string, traces: readonly string[], at: Date) => {
  for (const objectId of new Set(traces)) {
    const data = { provider: PROVIDER, eventId: `${sha256}:${objectId}`, objectId, type: 'file' }
    await keepEvent(trx, { ...data, occurredAt: at, dedupe: 'once' })
    await events.record(trx, { event: 'bank-entry.answered', data })
  }
}

/** Keeps one and does what it says; one that was taken before changes nothing. */
const takeAnswer = async (services: Services, bank: NachaSettings, name: string, text: string): Promise<void> => {
  const { clock, db, log } = services
  const at = await databaseNow(db, clock)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const answer = readAnswer(text, bank)
  const { oddities } = await transaction(db, 'take an answer of the bank', async (trx): Promise<Applied> => {
    const isNew = await insertAnswer(trx, {
      sha256,
      name,
      kind: answer.kind,
      contentSealed: seal(services, 'nacha_answers.content_sealed', sha256, text),
      at,
      balance: answer.kind === 'statement' ? { cents: answer.statement.availableCents, at: answer.statement.at } : null,
    })
    if (!isNew) return { traces: [], oddities: [] }
    const applied = await apply(services, trx, answer, at)
    await noteOddities(trx, sha256, applied.oddities)
    await tell(services, trx, sha256, applied.traces, at)
    return applied
  })
  for (const { what, subject } of oddities)
    log.error(
      { alert: true, rail: 'bank', provider: PROVIDER, reason: what, label: `${name}: ${subject}` },
      'our bank says what does not fit',
    )
}

/** Takes all that there is. Throws ProviderError when the bank cannot be reached. */
export const takeAnswers = async (services: Services, bank: NachaSettings, transport: FileTransport): Promise<void> => {
  for (const name of (await transport.list()).slice(0, MOST_ANSWERS)) {
    await takeAnswer(services, bank, name, await transport.read(name))
    await services.failpoint('webhook.stored')
    await transport.remove(name)
  }
}
