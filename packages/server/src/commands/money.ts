/**
 * `npm run money -- …`, what operators do about money:
 *
 *   status                                    is it frozen, and how far have checker and sealer come
 *   check                                     the full check, of all history; ends with 1 when an invariant is broken
 *   prove [--checkpoint N:HASH]               proves every checkpoint again, from the first, and that those in the log are among them;
 *                                             resumes where it was stopped
 *   begin-checkpoints                         makes the first checkpoint of a ledger whose first night is past
 *   balance [--at MOMENT]                     the trial balance: every account, and that all of it sums to zero; a minute ago
 *                                             unless said
 *   operator add NAME [--by OPERATOR]         prints the new operator's secret, once
 *   freeze --by OPERATOR --reason TEXT        stops all movement; reads go on
 *   release --by OPERATOR --reason TEXT       proposes the end of a freeze and prints the proposal's digest
 *   release --by OPERATOR --approve DIGEST    approves what another operator proposed
 *   adjust --by OPERATOR --user HANDLE --account NAME --credit CENTS --reason TEXT
 *                                             proposes a correction of a wallet, with --debit the other way round
 *   adjust --by OPERATOR --approve DIGEST     approves what another operator proposed; the product posts it
 *   adjustments                               the latest, and what became of them
 *   transfer --by OPERATOR --rail card --line ID --reason TEXT
 *                                             proposes to book our own transfer between a provider and our bank, as the line of
 *                                             the report has it
 *   transfer --by OPERATOR --approve DIGEST   approves what another operator proposed; the product books it
 *   transfers                                 the latest, and what became of them
 *   catch-up                                  after a restore from a dump: see docs/runbooks/restore.md
 *
 * The operator's secret is asked for, or read from OPERATOR_SECRET. The database is the one in CONSOLE_DATABASE_URL, else
 * the one that was started last with this PUENTE_STATE.
 */
import type { Checkpoint } from '@puente/ledger'
import {
  approveAdjustment,
  approveOwnTransfer,
  approveRelease,
  beginCheckpoints,
  catchUp,
  type CheckpointAnchor,
  type Findings,
  checkAll,
  freezeByOperator,
  listAdjustments,
  listOwnTransfers,
  makeOperator,
  type OperatorContext,
  OperatorRefused,
  proposeAdjustment,
  proposeOwnTransfer,
  proposeRelease,
  proveAll,
  readStatus,
  readTrialBalance,
  UNLIMITED_MS,
} from '#features/operations/index.ts'
import { loadKeys } from '#platform/key-rings.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'
import { operatorShell, productClock, say } from './operator-shell.ts'

const USAGE = `npm run money -- status
npm run money -- check
npm run money -- prove [--checkpoint N:HASH]
npm run money -- begin-checkpoints
npm run money -- balance [--at MOMENT]
npm run money -- operator add NAME [--by OPERATOR]
npm run money -- freeze --by OPERATOR --reason TEXT
npm run money -- release --by OPERATOR --reason TEXT
npm run money -- release --by OPERATOR --approve DIGEST
npm run money -- adjust --by OPERATOR --user HANDLE --account NAME --credit|--debit CENTS --reason TEXT
npm run money -- adjust --by OPERATOR --approve DIGEST
npm run money -- adjustments
npm run money -- transfer --by OPERATOR --rail RAIL --line ID --reason TEXT
npm run money -- transfer --by OPERATOR --approve DIGEST
npm run money -- transfers
npm run money -- catch-up`

const shell = operatorShell(USAGE, [
  'at',
  'checkpoint',
  'reason',
  'approve',
  'user',
  'account',
  'credit',
  'debit',
  'rail',
  'line',
])
const { values, positionals, required, readCredentials } = shell

const NO_CHECKPOINT = 'no checkpoint yet'
const nameOf = ({ n, hash }: Checkpoint): string => `checkpoint ${n}:${hash.toString('hex')}`

const status = async ({ db }: OperatorContext): Promise<void> => {
  const { freeze, check, heads, checkpoint, proofMs } = await readStatus(db)
  say(freeze ? `Frozen since ${freeze.at.toISOString()}: ${freeze.reason}` : 'Money is moving')
  say(
    `Checker: last ran ${check.checkedAt?.toISOString() ?? 'never'}, ${check.entries} entries, ${check.lagMs} ms behind`,
  )
  for (const { invariant, where } of check.violations) say(`  Broken: ${invariant}: ${JSON.stringify(where)}`)
  const hours = (proofMs / 3_600_000).toFixed(1)
  const newest = checkpoint ? `${nameOf(checkpoint)} of ${checkpoint.at.toISOString()}` : NO_CHECKPOINT
  say(`Proof: ${newest}, ${hours} hours behind`)
  for (const { chain, n, hash } of heads) say(`Seal of ${chain}: ${n}:${hash}`)
}

const ourKeys = () => loadKeys({ stateDir: stateDirOfCommand(), production: process.env.NODE_ENV === 'production' })

const check = async ({ db }: OperatorContext): Promise<void> => {
  const { ok, entries, accounts, violations } = await checkAll(db.pool)
  say(`${entries} entries in ${accounts} accounts: ${ok ? 'all invariants hold' : 'some invariants are broken'}`)
  for (const { invariant, where } of violations) say(`  ${invariant}: ${JSON.stringify(where)}`)
  if (!ok) process.exitCode = 1
}

const typedCheckpoint = (text: string): CheckpointAnchor => {
  const [, n, hash] = /^(?:checkpoints:)?(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (n === undefined || hash === undefined) throw new OperatorRefused('A checkpoint reads N:HASH')
  return { n: BigInt(n), hash }
}

const tell = ({ entries, violations, tampering }: Findings, newest: Checkpoint | null): void => {
  for (const { invariant, where } of violations) say(`  ${invariant}: ${JSON.stringify(where)}`)
  for (const { chain, kind, name } of tampering) say(`  ${chain}: ${kind} ${name}`)
  const isSound = violations.length + tampering.length === 0
  const through = newest ? `up to ${nameOf(newest)}` : NO_CHECKPOINT
  say(isSound ? `${entries} entries proven, ${through}` : `Stopped after ${entries} entries`)
  if (!isSound) process.exitCode = 1
}

const prove = async ({ db }: OperatorContext): Promise<void> => {
  const anchors = values.checkpoint === undefined ? [] : [typedCheckpoint(values.checkpoint)]
  const proving = { db, keys: ourKeys() }
  const found = await proveAll(proving, (done) => say(`${done} entries`), anchors)
  tell(found, (await readStatus(db)).checkpoint)
}

const begin = async ({ db }: OperatorContext): Promise<void> => {
  const { checkpoint, ...found } = await beginCheckpoints({ db, keys: ourKeys() })
  tell(found, checkpoint)
}

/** No batch takes that long to commit what it has stamped. */
const SETTLED_MS = 60_000

const cutOff = (): Date => {
  const latest = new Date(productClock().now().getTime() - SETTLED_MS)
  if (values.at === undefined) return latest
  const at = new Date(values.at)
  if (Number.isNaN(at.getTime()) || at > latest)
    throw new OperatorRefused('A moment is like 2026-11-23T00:00:00Z, and a minute in the past')
  return at
}

const balance = async ({ db }: OperatorContext): Promise<void> => {
  const before = cutOff()
  const { lines, sumCents } = await readTrialBalance(db.pool, before, UNLIMITED_MS)
  say(`Before ${before.toISOString()}, in cents; what we owe is positive`)
  const width = Math.max(0, ...lines.map(({ account }) => account.length))
  for (const { account, balanceCents, heldCents, owners } of lines) {
    const held = heldCents === 0n ? '' : `, ${heldCents} of it held now`
    say(`  ${account.padEnd(width)} ${String(balanceCents).padStart(16)}  (${owners} rows${held})`)
  }
  say(sumCents === 0n ? 'All of it sums to zero' : `It does not sum to zero but to ${sumCents}`)
  if (sumCents !== 0n) process.exitCode = 1
}

const release = async (ctx: OperatorContext): Promise<void> => {
  if (values.approve !== undefined) {
    await approveRelease({ ...ctx, keys: ourKeys() }, await readCredentials(), values.approve)
    return say('Money is moving again')
  }
  const digest = await proposeRelease({ ...ctx, keys: ourKeys() }, await readCredentials(), required('reason'))
  say('Proposed. Within 24 hours, another operator has to run:')
  say(`  npm run money -- release --by OPERATOR --approve ${digest}`)
}

/** Cents as they were typed; exactly one of both ways is said. */
const typedCents = (): bigint => {
  const { credit, debit } = values
  if ((credit === undefined) === (debit === undefined)) throw new OperatorRefused(USAGE)
  const text = credit ?? debit ?? ''
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new OperatorRefused('An amount is a whole number of cents')
  return credit === undefined ? -BigInt(text) : BigInt(text)
}

const adjust = async (ctx: OperatorContext): Promise<void> => {
  if (values.approve !== undefined) {
    await approveAdjustment(ctx, await readCredentials(), values.approve)
    return say('Approved. It posts within a minute: npm run money -- adjustments')
  }
  const asked = {
    handle: required('user'),
    account: required('account'),
    cents: typedCents(),
    reason: required('reason'),
  }
  const digest = await proposeAdjustment(ctx, await readCredentials(), asked)
  say('Proposed. Within 24 hours, another operator has to run:')
  say(`  npm run money -- adjust --by OPERATOR --approve ${digest}`)
}

const SHOWN = 20

const adjustments = async ({ db }: OperatorContext): Promise<void> => {
  for (const one of await listAdjustments(db, SHOWN)) {
    const standing = one.outcome ?? (one.checker === null ? 'proposed' : 'approved')
    say(`${one.proposedAt.toISOString()} ${one.cents} cents, ${one.account}, user ${one.ownerId}: ${standing}`)
    say(`  ${one.digest} by ${one.maker}${one.checker === null ? '' : ` and ${one.checker}`}: ${one.reason}`)
  }
}

const transfer = async (ctx: OperatorContext): Promise<void> => {
  if (values.approve !== undefined) {
    await approveOwnTransfer(ctx, await readCredentials(), values.approve)
    return say('Approved. It is booked within a minute: npm run money -- transfers')
  }
  const asked = { rail: required('rail'), objectId: required('line'), reason: required('reason') }
  const { digest, cents } = await proposeOwnTransfer(ctx, await readCredentials(), asked)
  say(`Proposed: ${cents} cents at ${asked.rail}. Within 24 hours, another operator has to run:`)
  say(`  npm run money -- transfer --by OPERATOR --approve ${digest}`)
}

const transfers = async ({ db }: OperatorContext): Promise<void> => {
  for (const one of await listOwnTransfers(db, SHOWN)) {
    const standing = one.outcome ?? (one.checker === null ? 'proposed' : 'approved')
    say(`${one.proposedAt.toISOString()} ${one.cents} cents at ${one.rail}, line ${one.objectId}: ${standing}`)
    say(`  ${one.digest} by ${one.maker}${one.checker === null ? '' : ` and ${one.checker}`}: ${one.reason}`)
  }
}

const commands: Record<string, (ctx: OperatorContext) => Promise<void>> = {
  status,
  check,
  prove,
  'begin-checkpoints': begin,
  balance,
  release,
  adjust,
  adjustments,
  transfer,
  transfers,
  'catch-up': async ({ db }) => {
    const passed = await catchUp(db, (left) => say(`${left} transactions left`))
    say(
      passed
        ? `Transaction numbers now go on from ${passed.to}`
        : 'Nothing to do: transaction numbers are ahead of every row',
    )
  },
  freeze: async (ctx) => {
    await freezeByOperator(ctx, await readCredentials(), required('reason'))
    say('All money is frozen')
  },
  'operator add': async (ctx) => {
    const [, , name = ''] = positionals
    if (name.trim() === '') throw new OperatorRefused(USAGE)
    const secret = await makeOperator(ctx, name, values.by === undefined ? null : await readCredentials())
    say(`Secret of ${name} (you will not see it again): ${secret}`)
  },
}

await shell.run(commands, positionals[0] === 'operator' ? 2 : 1)
