import { createHash } from 'node:crypto'
import { floorOf, isBelowChart, isHouse, USD, WALLET } from '../chart.ts'
import { InvalidCommand } from '../errors.ts'
import type { AccountRef, AccountSpec, Command, HoldOp, HoldRef, Leg } from '../types.ts'
import { accountId } from './state.ts'

/** Ten trillion dollars: far above any real amount, far below the limit of a 64-bit sum. */
const MAX_AMOUNT_CENTS = 1_000_000_000_000_000n
const MAX_LEGS = 100
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const KEY = /^[!-~]{1,200}$/

function must(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new InvalidCommand(problem)
}

const mustBeUuid = (value: string, what: string) => must(UUID.test(value), `${what} is not a lower-case uuid`)

const mustBeAmount = (cents: bigint, what: string) =>
  must(typeof cents === 'bigint' && cents > 0n && cents <= MAX_AMOUNT_CENTS, `${what} is not an amount of cents`)

/** None or at least two, no zero, no fraction. That they sum to zero is checked where the currencies are known. */
export const checkLegs = (legs: Leg[]): void => {
  must(legs.length !== 1 && legs.length <= MAX_LEGS, 'a posting has two legs or more')
  for (const leg of legs) {
    mustBeUuid(leg.ownerId, 'the owner of a leg')
    must(typeof leg.amountCents === 'bigint', 'the amount of a leg is not a bigint')
    mustBeAmount(leg.amountCents < 0n ? -leg.amountCents : leg.amountCents, 'the amount of a leg')
  }
}

export const checkHolds = (ops: HoldOp[]): void => {
  for (const op of ops) {
    mustBeUuid(op.ownerId, 'the owner of a hold')
    mustBeUuid(op.holdId, 'the id of a hold')
    if (op.op === 'place' || op.op === 'settle') mustBeAmount(op.amountCents, 'the amount of a hold')
    if (op.op === 'release' && op.amountCents !== undefined) mustBeAmount(op.amountCents, 'the released amount')
  }
}

/** A command may give an account a higher floor than the chart does, never a lower one. */
const checkFloor = ({ account, floorCents }: AccountSpec) => {
  const lowest = floorOf(account)
  must(floorCents === undefined || !isBelowChart(account, floorCents), `account ${account} has a floor of ${lowest}`)
}

/** Throws InvalidCommand when the command is malformed. Runs before it is queued. */
export const checkCommand = (command: Command, participants: ReadonlySet<string>): void => {
  mustBeUuid(command.ownerId, 'the owner')
  mustBeUuid(command.transferId, 'the transfer id')
  must(KEY.test(command.key), 'the key is not 1 to 200 visible ASCII characters')
  must(command.requestHash.length > 0 && command.requestHash.length <= 200, 'the request hash is empty or too long')
  must(command.kind.length > 0 && command.kind.length <= 100, 'the kind is empty or too long')
  if (Array.isArray(command.legs)) checkLegs(command.legs)
  if (Array.isArray(command.holds)) checkHolds(command.holds)
  for (const ref of command.holdRefs ?? []) mustBeUuid(ref.holdId, 'the id of a hold')
  if (command.reverses) {
    mustBeUuid(command.reverses.ownerId, 'the owner of the reversed transfer')
    mustBeUuid(command.reverses.transferId, 'the reversed transfer')
    must(command.reverses.transferId !== command.transferId, 'a transfer cannot reverse itself')
  }
  for (const name of Object.keys(command.participants ?? {}))
    must(participants.has(name), `there is no participant ${name} among those that createLedger was given`)
  for (const spec of accountsOf(command)) {
    mustBeUuid(spec.ownerId, 'the owner of an account')
    checkFloor(spec)
  }
}

/** Needed when a command is checked, queued and posted; a command does not change in between. */
const cache = new WeakMap<Command, AccountSpec[]>()

/** Every account the command may touch, once each, with what it takes to open it. */
export const accountsOf = (command: Command): AccountSpec[] => {
  const accounts = cache.get(command) ?? findAccounts(command)
  cache.set(command, accounts)
  return accounts
}

const findAccounts = (command: Command): AccountSpec[] => {
  const specs = new Map<string, AccountSpec>()
  const add = (ref: AccountRef | AccountSpec) => {
    const id = accountId(ref)
    if (!specs.has(id)) specs.set(id, ref)
  }
  for (const spec of command.accounts ?? []) add(spec)
  // The wallet is the owner's mutex: limits, keys and reversals of one user are decided one after another.
  for (const ownerId of [command.ownerId, command.reverses?.ownerId])
    if (ownerId !== undefined && !isHouse(ownerId)) add({ ownerId, account: WALLET })
  for (const ref of command.locks ?? []) add(ref)
  if (Array.isArray(command.legs)) for (const leg of command.legs) add(leg)
  if (Array.isArray(command.holds)) for (const op of command.holds) if (op.op === 'place') add(op)
  return [...specs.values()].map(({ ownerId, account, floorCents, currency }) => ({
    ownerId,
    account,
    floorCents,
    currency: currency ?? USD,
  }))
}

/** Every owner whose rows the command may touch, at least once each. */
export const ownersOf = (command: Command): string[] => [
  ...accountsOf(command).map(({ ownerId }) => ownerId),
  ...holdRefsOf(command).map(({ ownerId }) => ownerId),
  // A house owner has no wallet among the accounts.
  command.ownerId,
]

export const holdRefsOf = (command: Command): HoldRef[] => [
  ...(command.holdRefs ?? []),
  ...(Array.isArray(command.holds) ? command.holds : []),
]

/** A stable short name for logs: the key itself may come from a client. */
export const labelOf = (command: Command): string =>
  createHash('sha256').update(`${command.ownerId}/${command.key}`).digest('hex').slice(0, 16)
