/**
 * `npm run support -- …`, what operators do about tickets and disputes:
 *
 *   queue                                     tickets that wait for us, the longest first
 *   disputes                                  disputes that are not decided, the next deadline first
 *   show --id ID                              one ticket, or that of a dispute, with what was written
 *   file --id FILE --out PATH                 writes a picture or PDF that came with a message, opened
 *   answer|ask --id TICKET --text TEXT        answers; `ask` waits for the person's own answer
 *   close --id TICKET [--text TEXT]
 *   investigate --id DISPUTE                  somebody looks into it, and its owner sees that
 *   credit --id DISPUTE [--amount CENTS]      proposes to credit the amount, or a part of it, until it is decided. Of a
 *                                             payment that its owner did not make up to 5000 cents may be held back
 *   resolve --id DISPUTE --for user|us --text TEXT
 *                                             proposes the answer: the amount is the user's, or there was no error. The text is
 *                                             what the user reads: what was found, and why
 *   approve --approve DIGEST                  approves what another operator proposed; the product does it
 *   orders                                    the latest, and what became of them
 *
 * All but `queue`, `disputes` and `orders` take --by OPERATOR, and all but those and `approve` --reason TEXT. What is read stands in
 * the person's access log. The operator's secret is asked for, or read from OPERATOR_SECRET. The law's deadlines and what to do about
 * them: docs/runbooks/disputes.md.
 */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { disputeId, fileId, ticketId, uuidOf } from '@puente/contract'
import {
  approveSupport,
  type AskedSupportOrder,
  listSupportOrders,
  type OperatorContext,
  OperatorRefused,
  orderSupport,
  readDisputeQueue,
  readTicketCase,
  readTicketFile,
  readTicketQueue,
} from '#features/operations/index.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { loadKeys } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'
import { createFileBlobs } from '#providers/files/file.ts'
import { operatorShell, say } from './operator-shell.ts'

const USAGE = `npm run support -- queue | disputes | orders
npm run support -- show --by OPERATOR --id ID --reason TEXT
npm run support -- file --by OPERATOR --id FILE --out PATH --reason TEXT
npm run support -- answer|ask|close --by OPERATOR --id TICKET --text TEXT --reason TEXT
npm run support -- investigate --by OPERATOR --id DISPUTE --reason TEXT
npm run support -- credit --by OPERATOR --id DISPUTE [--amount CENTS] --reason TEXT
npm run support -- resolve --by OPERATOR --id DISPUTE --for user|us --text TEXT --reason TEXT
npm run support -- approve --by OPERATOR --approve DIGEST`

const TEXT_MAX = 2000
const ORDERS_SHOWN = 20

const { values, required, readCredentials, run } = operatorShell(USAGE, [
  'id',
  'text',
  'reason',
  'for',
  'approve',
  'amount',
  'out',
])

const withKeys = (ctx: OperatorContext) => ({
  ...ctx,
  keys: loadKeys({ stateDir: stateDirOfCommand(), production: process.env.NODE_ENV === 'production' }),
})

const withBlobs = (ctx: OperatorContext) => ({
  ...withKeys(ctx),
  blobs: createFileBlobs(resolve(givenSetting(process.env, 'BLOB_DIR') ?? join(stateDirOfCommand(), 'files'))),
})

const idOf = (...prefixes: ('tkt' | 'dsp' | 'fil')[]): string => {
  const typed = required('id').trim()
  const id = prefixes.map((prefix) => uuidOf(typed, prefix)).find((one) => one !== null)
  if (id === undefined) throw new OperatorRefused(`The id looks like ${prefixes.map((one) => `${one}_…`).join(' or ')}`)
  return id ?? ''
}

const textOf = (): string | null => {
  const text = values.text?.trim() ?? ''
  if (text.length > TEXT_MAX) throw new OperatorRefused(`At most ${TEXT_MAX} characters`)
  return text === '' ? null : text
}

const amountOf = (): bigint | null => {
  if (values.amount === undefined) return null
  if (!/^\d{1,12}$/.test(values.amount)) throw new OperatorRefused('An amount is in cents, such as 4500')
  return BigInt(values.amount)
}

const order = (act: AskedSupportOrder['act'], id: string) => async (ctx: OperatorContext) => {
  const asked = { act, id, text: textOf(), amountCents: amountOf(), reason: required('reason') }
  const digest = await orderSupport(withKeys(ctx), await readCredentials(), asked)
  if (digest === null) return say('Ordered. It is carried out within a minute: npm run support -- orders')
  say('Proposed. Within 24 hours, another operator has to run:')
  say(`  npm run support -- approve --by OPERATOR --approve ${digest}`)
}

await run({
  queue: async (ctx) => {
    const tickets = await readTicketQueue(ctx)
    for (const { ticketId: id, handle, module, concerns, disputeId: dispute, updatedAt } of tickets) {
      const about = dispute === null ? concerns && `${concerns.type} ${concerns.code}` : disputeId(dispute)
      say([updatedAt.toISOString(), ticketId(id), handle, module, about].filter(Boolean).join(' '))
    }
    if (tickets.length === 0) say('Nobody waits for us')
  },
  disputes: async (ctx) => {
    const disputes = await readDisputeQueue(ctx)
    for (const { disputeId: id, handle, kind, state, amountCents, due, creditDue, reference } of disputes) {
      const then = state === 'provisionalCredit' || !creditDue ? 'answer' : 'answer or credit'
      say(`${due} ${then} ${disputeId(id)} ${handle} ${kind}, ${state}: ${amountCents} cents of ${reference}`)
    }
    if (disputes.length === 0) say('No dispute waits')
  },
  show: async (ctx) => {
    const asked = { id: idOf('tkt', 'dsp'), reason: required('reason') }
    const { ticket, messages, files } = await readTicketCase(withKeys(ctx), await readCredentials(), asked)
    say(`${ticketId(ticket.ticketId)} ${ticket.module}, ${ticket.state}`)
    for (const { at, author, messageId, text } of messages) {
      say(`${at.toISOString()} ${author}: ${text}`)
      for (const one of files.filter((file) => file.messageId === messageId))
        say(`  ${fileId(one.fileId)} ${one.contentType}, ${one.sizeBytes} bytes`)
    }
  },
  file: async (ctx) => {
    const asked = { id: idOf('fil'), reason: required('reason') }
    const path = resolve(process.env.INIT_CWD ?? '.', required('out'))
    const { bytes, contentType } = await readTicketFile(withBlobs(ctx), await readCredentials(), asked)
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    say(`${path}: ${contentType}, ${bytes.length} bytes. Delete it when you have answered`)
  },
  answer: (ctx) => order('answer', idOf('tkt'))(ctx),
  ask: (ctx) => order('ask', idOf('tkt'))(ctx),
  close: (ctx) => order('close', idOf('tkt'))(ctx),
  investigate: (ctx) => order('investigate', idOf('dsp'))(ctx),
  credit: (ctx) => order('credit', idOf('dsp'))(ctx),
  resolve: (ctx) => {
    const side = required('for')
    if (side !== 'user' && side !== 'us') throw new OperatorRefused('--for is user or us')
    return order(side === 'user' ? 'resolveFor' : 'resolveAgainst', idOf('dsp'))(ctx)
  },
  approve: async (ctx) => {
    await approveSupport(ctx, await readCredentials(), required('approve'))
    say('Approved. It is carried out within a minute: npm run support -- orders')
  },
  orders: async ({ db }) => {
    for (const one of await listSupportOrders(db, ORDERS_SHOWN)) {
      const by = one.checker === null ? one.maker : `${one.maker} and ${one.checker}`
      const id = one.disputeId === null ? ticketId(one.ticketId) : disputeId(one.disputeId)
      const what = one.amountCents === null ? one.kind : `${one.kind} ${one.amountCents} cents`
      say(`${one.proposedAt.toISOString()} ${what} ${id} by ${by}: ${one.outcome ?? 'waits'} (${one.reason})`)
    }
  },
})
