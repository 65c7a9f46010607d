/**
 * `npm run zelle -- …`, what operators do about payments by Zelle:
 *
 *   list                                         unmatched credits, the oldest first
 *   orders                                       the latest, and what became of them
 *   match --credit ID --transaction txn_…        the credit pays this transaction exactly
 *   credit --credit ID                           the payer of the transaction that it names gets what was really paid
 *   refund --credit ID                           it was paid back at our bank
 *   reject --transaction txn_…                   ends a payment whose money did not fit
 *   gone --credit ID                             the bank took back what its list no longer names: it is taken back here
 *   found --credit ID                            the bank has what its list no longer names: nothing changes
 *   import --file list.csv                       what the bank lists: day,amount,payer,number,memo
 *   approve --digest DIGEST                      by another operator within a day; the product carries it out within a minute
 *
 * All but `list` and `orders` take --by OPERATOR, and all but `approve` --evidence TEXT. The operator's secret is asked for, or read
 * from OPERATOR_SECRET. The database is the one in CONSOLE_DATABASE_URL, else the one that was started last with this PUENTE_STATE.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { transactionId, uuidOf } from '@puente/contract'
import {
  approveZelleOrderByOperator,
  listZelleOrders,
  type OperatorContext,
  OperatorRefused,
  proposeZelleOrder,
  type ZelleOrderKind,
} from '#features/operations/index.ts'
import { countOpenCredits, type CreditFilter, type CreditSort, listOpenCredits } from '#features/zelle/index.ts'
import { askSecret } from '#platform/ask-secret.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { describeError } from '#platform/log.ts'
import { operatorUrls, SecretRefused } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'

const USAGE = 'npm run zelle -- list | orders | match | credit | refund | reject | gone | found | import | approve'
const ARGON2 = { memoryKib: 19_456, passes: 2, lanes: 1, atOnce: 1 }
const SHOWN = 100

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const text = { type: 'string' } as const
const OPTIONS = {
  by: text,
  evidence: text,
  credit: text,
  transaction: text,
  file: text,
  digest: text,
  only: text,
  sort: text,
  page: text,
} as const

const readArgs = () => {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch {
    return { values: {}, positionals: [] }
  }
}
const { values, positionals } = readArgs()

const required = (value: string | undefined): string => {
  if (value === undefined || value.trim() === '') throw new OperatorRefused(USAGE)
  return value.trim()
}

const readCredentials = async () => {
  const name = required(values.by)
  return { name, secret: process.env.OPERATOR_SECRET ?? (await askSecret(`Secret of ${name}: `)) }
}

const movementId = (): string => {
  const id = uuidOf(required(values.transaction), 'txn')
  if (!id) throw new OperatorRefused('A transaction is named by its id, txn_…')
  return id
}

const dollars = (cents: bigint): string => `$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const ONLY: readonly CreditFilter[] = ['all', 'disputed', 'unmatched', 'missing']
const SORT: readonly CreditSort[] = ['oldest', 'newest', 'largest']
const LIST_USAGE = `npm run zelle -- list [--only ${ONLY.join(' | ')}] [--sort ${SORT.join(' | ')}] [--page NUMBER]`

const readPage = () => {
  const only = ONLY.find((one) => one === (values.only ?? 'all'))
  const sort = SORT.find((one) => one === (values.sort ?? 'oldest'))
  const page = /^[1-9]\d{0,5}$/.test(values.page ?? '1') ? Number(values.page ?? '1') : null
  if (!only || !sort || !page) throw new OperatorRefused(LIST_USAGE)
  return { only, sort, page }
}

const list = async ({ db }: OperatorContext): Promise<void> => {
  const asked = readPage()
  const credits = await listOpenCredits(db, SHOWN, asked)
  for (const { id, seenAt, amountCents, payer, reference, memo, disputedFor } of credits) {
    const names = disputedFor === null ? '' : `, names ${transactionId(disputedFor)}`
    say(
      `${id} ${seenAt.toISOString()} ${dollars(amountCents)} from ${payer ?? '?'}, number ${reference ?? '?'}${names}: ${memo ?? ''}`,
    )
  }
  const { count, cents } = await countOpenCredits(db, asked.only)
  const pages = Math.ceil(count / SHOWN)
  if (count === 0) say(asked.only === 'all' ? 'Every payment has found its receiver' : `No credit is ${asked.only}`)
  else say(`Page ${asked.page} of ${pages}: ${count} credits in all, ${dollars(cents)}`)
}

const orders = async ({ db }: OperatorContext): Promise<void> => {
  for (const { digest, kind, creditId, maker, checker, outcome, evidence } of await listZelleOrders(db, SHOWN)) {
    const standing = outcome ?? (checker === null ? 'waits for another operator' : 'approved')
    say(
      `${digest ?? '?'} ${kind} ${creditId ?? ''} by ${maker}${checker ? ` and ${checker}` : ''}: ${standing} (${evidence})`,
    )
  }
}

const approve = async (ctx: OperatorContext): Promise<void> => {
  await approveZelleOrderByOperator(ctx, await readCredentials(), required(values.digest))
  say('Approved. It is carried out within a minute: npm run zelle -- orders')
}

const propose =
  (kind: ZelleOrderKind) =>
  async (ctx: OperatorContext): Promise<void> => {
    const digest = await proposeZelleOrder(ctx, await readCredentials(), {
      kind,
      creditId: values.credit?.trim() ?? null,
      movementId: values.transaction === undefined ? null : movementId(),
      csv: kind === 'import' ? readFileSync(resolve(process.env.INIT_CWD ?? '.', required(values.file)), 'utf8') : null,
      evidence: required(values.evidence),
    })
    say(`Proposed. Another operator approves it: npm run zelle -- approve --digest ${digest} --by NAME`)
  }

const commands: Record<string, (ctx: OperatorContext) => Promise<void>> = {
  list,
  orders,
  approve,
  match: propose('match'),
  credit: propose('credit'),
  refund: propose('refund'),
  reject: propose('reject'),
  gone: propose('gone'),
  found: propose('found'),
  import: propose('import'),
}

let ctx: OperatorContext | undefined
try {
  const work = commands[positionals[0] ?? '']
  if (!work) throw new OperatorRefused(USAGE)
  const url = givenSetting(process.env, 'CONSOLE_DATABASE_URL') ?? operatorUrls(stateDirOfCommand()).consoleUrl
  ctx = {
    db: createDatabase({ url, log: { warn: () => {} }, name: 'puente operators', max: 2 }),
    passwords: createPasswords(ARGON2),
  }
  await work(ctx)
} catch (error) {
  const isNamed = error instanceof OperatorRefused || error instanceof SecretRefused
  process.stderr.write(`${isNamed ? error.message : String(describeError(error).message)}\n`)
  process.exitCode = 1
} finally {
  await ctx?.db.close()
}
