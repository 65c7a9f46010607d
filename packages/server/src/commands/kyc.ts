/**
 * `npm run kyc -- …`, what operators do about identity checks:
 *
 *   queue                                         who waits for a person: reviews and appeals
 *   show --user HANDLE                            what one person says of themselves; uploads, reviews and appeals
 *   file --user HANDLE --what TYPE [--part PART] --out PATH
 *                                                 writes one of their files, opened; PART is front, back or company
 *   approve --user HANDLE --seen MARK [--country USA --number 123456789] [--expires DAY]
 *                                                 accepts what is under review, as `show` showed it with that mark; tier 1
 *                                                 needs what is written on the ID
 *   deny --user HANDLE --what selfieId:blurry,selfie:mismatch
 *   ask --user HANDLE --what video|invoice        asks for a video, or for a proof of address; tier 2 rests until it is accepted
 *   revoke --user HANDLE --what selfieId:other    takes an approval back, and freezes the account
 *   reopen --user HANDLE --tier 1|2               looks again at what was denied, with the same files and details
 *   answer --user HANDLE --text TEXT [--again]    answers the open appeal; --again gives all attempts again
 *   orders                                        the latest, and what became of them
 *
 * All but `queue` and `orders` take --by OPERATOR and --reason TEXT. What is read stands in the person's access log; what is
 * ordered the product carries out within a minute. The operator's secret is asked for, or read from OPERATOR_SECRET. The
 * database is the one in CONSOLE_DATABASE_URL, else the one that was started last with this PUENTE_STATE, whose keys and files
 * are opened.
 */
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { KYC_TYPES, type KycType } from '@puente/contract'
import {
  ANSWER_MAX,
  isCountry,
  isDay,
  isFilePart,
  type KycOrder,
  type KycReading,
  listOrders,
  objectionsOf,
  OperatorRefused,
  orderKyc,
  readKycCase,
  readKycFile,
  readKycQueue,
} from '#features/operations/index.ts'
import { askSecret } from '#platform/ask-secret.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { givenSetting } from '#platform/given-setting.ts'
import { describeError } from '#platform/log.ts'
import { loadKeys, operatorUrls, SecretRefused } from '#platform/secrets.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'
import { createFileBlobs } from '#providers/files/file.ts'

const USAGE = 'npm run kyc -- queue | show | file | approve | deny | ask | revoke | reopen | answer | orders'
const ARGON2 = { memoryKib: 19_456, passes: 2, lanes: 1, atOnce: 1 }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const text = { type: 'string' } as const
const OPTIONS = {
  by: text,
  reason: text,
  user: text,
  what: text,
  part: text,
  out: text,
  country: text,
  number: text,
  expires: text,
  seen: text,
  tier: text,
  text,
  again: { type: 'boolean' },
} as const

const readArgs = () => {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch {
    return { values: {}, positionals: [] }
  }
}
const { values, positionals } = readArgs()

const openContext = (): KycReading => {
  const stateDir = stateDirOfCommand()
  const url = givenSetting(process.env, 'CONSOLE_DATABASE_URL') ?? operatorUrls(stateDir).consoleUrl
  return {
    db: createDatabase({ url, log: { warn: () => {} }, name: 'puente operators', max: 2 }),
    passwords: createPasswords(ARGON2),
    keys: loadKeys({ stateDir, production: process.env.NODE_ENV === 'production' }),
    blobs: createFileBlobs(resolve(process.env.BLOB_DIR ?? join(stateDir, 'files'))),
  }
}

const required = (value: string | undefined): string => {
  if (value === undefined || value.trim() === '') throw new OperatorRefused(USAGE)
  return value.trim()
}

const readCredentials = async () => {
  const name = required(values.by)
  return { name, secret: process.env.OPERATOR_SECRET ?? (await askSecret(`Secret of ${name}: `)) }
}

const typeOf = (typed: string): KycType => {
  const type = KYC_TYPES.find((one) => one === typed)
  if (!type) throw new OperatorRefused(`An upload is one of ${KYC_TYPES.join(', ')}`)
  return type
}

const objections = () => {
  const found = objectionsOf(required(values.what))
  if (!found) throw new OperatorRefused('Objections look like selfieId:blurry,selfie:mismatch')
  return found
}

const document = () => {
  if (values.country === undefined && values.number === undefined) return null
  const country = required(values.country)
  if (!isCountry(country)) throw new OperatorRefused('A country has three capital letters, such as USA')
  return { country, number: required(values.number) }
}

const expiresOn = (): string | null => {
  if (values.expires === undefined) return null
  if (!isDay(values.expires)) throw new OperatorRefused('A day looks like 2031-05-17')
  return values.expires
}

const orders: Record<string, () => KycOrder> = {
  approve: () => ({ kind: 'approve', document: document(), expiresOn: expiresOn(), seen: required(values.seen) }),
  deny: () => ({ kind: 'deny', reasons: objections() }),
  ask: () => {
    if (values.what !== 'video' && values.what !== 'invoice') throw new OperatorRefused('Ask for video or invoice')
    return { kind: 'ask', type: values.what }
  },
  revoke: () => {
    const [first] = objections()
    if (!first) throw new OperatorRefused(USAGE)
    return { kind: 'revoke', type: first.type, reason: first.code }
  },
  reopen: () => ({ kind: 'reopen', tier: required(values.tier) === '2' ? 2 : 1 }),
  answer: () => ({ kind: 'answer', givesTries: values.again === true }),
}

const placeOrder = async (ctx: KycReading, order: KycOrder): Promise<void> => {
  const answer = order.kind === 'answer' ? required(values.text) : null
  if (answer !== null && answer.length > ANSWER_MAX) throw new OperatorRefused(`At most ${ANSWER_MAX} characters`)
  const asked = { handle: required(values.user), order, reason: required(values.reason) }
  await orderKyc(ctx, await readCredentials(), asked, answer === null ? null : { text: answer, keys: ctx.keys })
  say('Ordered. It is carried out within a minute: npm run kyc -- orders')
}

const queue = async (ctx: KycReading): Promise<void> => {
  const { reviews, appeals } = await readKycQueue(ctx)
  for (const { handle, tier, submittedAt } of reviews)
    say(`${submittedAt.toISOString()} ${handle}: review of tier ${tier}`)
  for (const { handle, createdAt } of appeals) say(`${createdAt.toISOString()} ${handle}: appeal`)
  if (reviews.length + appeals.length === 0) say('Nobody waits for a person')
}

const show = async (ctx: KycReading): Promise<void> => {
  const asked = { handle: required(values.user), reason: required(values.reason) }
  const { details, items, seen, reviews, appeals } = await readKycCase(ctx, await readCredentials(), asked)
  const { fullName, birthday, address } = details
  say([fullName, birthday && `born ${birthday}`].filter(Boolean).join(', '))
  if (address)
    say([address.line1, address.line2, address.city, `${address.state} ${address.zipCode}`].filter(Boolean).join(', '))
  for (const { type, status, reason, docType, expiresOn: until } of items)
    say([type, status, reason, docType, until && `until ${until}`].filter(Boolean).join(' '))
  for (const { tier, state, submittedAt } of reviews)
    say(`${submittedAt.toISOString()} review of tier ${tier}: ${state}`)
  if (items.some(({ status }) => status === 'inReview')) say(`Under review as it is now: --seen ${seen}`)
  for (const { createdAt, state, text: words, answer } of appeals) {
    say(`${createdAt.toISOString()} appeal, ${state}: ${words}`)
    if (answer !== null) say(`  answered: ${answer}`)
  }
}

const file = async (ctx: KycReading): Promise<void> => {
  const part = values.part ?? 'front'
  if (!isFilePart(part)) throw new OperatorRefused('A part is front, back or company')
  const asked = {
    handle: required(values.user),
    reason: required(values.reason),
    type: typeOf(required(values.what)),
    part,
  }
  const path = resolve(process.env.INIT_CWD ?? '.', required(values.out))
  const { bytes, contentType } = await readKycFile(ctx, await readCredentials(), asked)
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
  say(`${path}: ${contentType}, ${bytes.length} bytes. Delete it when you have decided`)
}

const ORDERS_SHOWN = 20

const listAll = async ({ db }: KycReading): Promise<void> => {
  for (const { orderedAt, ownerId, order, operator, reason, outcome } of await listOrders(db, ORDERS_SHOWN))
    say(`${orderedAt.toISOString()} ${order.kind} of user ${ownerId} by ${operator}: ${outcome ?? 'waits'} (${reason})`)
}

const commands: Record<string, (ctx: KycReading) => Promise<void>> = { queue, show, file, orders: listAll }

const name = positionals[0] ?? ''
let ctx: KycReading | undefined
try {
  const [work, order] = [commands[name], orders[name]]
  if (!work && !order) throw new OperatorRefused(USAGE)
  ctx = openContext()
  if (work) await work(ctx)
  else if (order) await placeOrder(ctx, order())
} catch (error) {
  const isNamed = error instanceof OperatorRefused || error instanceof SecretRefused
  process.stderr.write(`${isNamed ? error.message : String(describeError(error).message)}\n`)
  process.exitCode = 1
} finally {
  await ctx?.db.close()
}
