/**
 * Decides one command after another on the loaded state. A refusal is a value and leaves the state unchanged; a command
 * that throws does so too, and fails alone. The same state and commands always give the same outcomes.
 */
import { InvalidCommand, MoneyFrozen } from '../errors.ts'
import type { Command, Facts, Json, Outcome, Refusal } from '../types.ts'
import { applyPosting, decidePosting } from './decide-posting.ts'
import type { Posting } from './decide-posting.ts'
import { replay } from './replay.ts'
import { balanceOf, emptyOverlay, findAccount, findHold, keyId } from './state.ts'
import type { Participation, State } from './state.ts'

/** The outcome of one command, or the error that prevented one. */
export type CommandResult = { outcome: Outcome } | { error: unknown }

type Verdict =
  | { refuse: Refusal }
  | { answer: Json; text: string; posting: Posting; changes: [Participation, unknown][] }

/** The facts of one command, and the two ways in which decisions add to them. */
const createFacts = (state: State, command: Command) => {
  const found = new Map<string, unknown>()
  let posting: Posting = { overlay: emptyOverlay(), entries: [] }
  const facts: Facts = {
    at: state.at,
    transferId: command.transferId,
    balanceOf: (ref) => balanceOf(findAccount(state, posting.overlay, ref)),
    movedIn: (ref) =>
      posting.entries.reduce(
        (cents, { ownerId, account, amountCents }) =>
          ownerId === ref.ownerId && account === ref.account ? cents + amountCents : cents,
        0n,
      ),
    holdOf: (ref) => findHold(state, posting.overlay, ref),
    // Only the participant's own `decide` writes under its name.
    of: <Fact>({ name }: { name: string }) => {
      if (!found.has(name)) throw new InvalidCommand(`${name} has no fact about this command`)
      return found.get(name) as Fact
    },
  }
  return {
    facts,
    record: (name: string, fact: unknown) => found.set(name, fact),
    setPosting: (decided: Posting) => {
      posting = decided
    },
  }
}

const decide = (state: State, command: Command): Verdict => {
  const { facts, record, setPosting } = createFacts(state, command)
  const changes: [Participation, unknown][] = []

  const decideParticipants = (phase: 'before' | 'after'): Refusal | null => {
    for (const [name, participation] of state.participations) {
      const { participant } = participation
      const need = command.participants?.[name]
      if (participant.phase !== phase || need === undefined) continue
      const decision = participant.decide(participation.state, need, facts)
      if ('refuse' in decision) return decision.refuse
      changes.push([participation, decision.change])
      if (decision.fact !== undefined) record(name, decision.fact)
    }
    return null
  }

  const before = decideParticipants('before')
  if (before) return { refuse: before }
  const legs = typeof command.legs === 'function' ? command.legs(facts) : (command.legs ?? [])
  const holds = typeof command.holds === 'function' ? command.holds(facts) : (command.holds ?? [])
  const decision = decidePosting(state, command, legs, holds)
  if ('refuse' in decision) return decision
  setPosting(decision.posting)
  const after = decideParticipants('after')
  if (after) return { refuse: after }
  const answer = command.answer?.(facts) ?? null
  return { answer, text: JSON.stringify(answer), posting: decision.posting, changes }
}

const store = (state: State, command: Command, accepted: boolean, answer: string) => {
  const { ownerId, key, requestHash, transferId } = command
  state.keys.now.set(keyId(command), { ownerId, key, requestHash, accepted, answer, transferId, at: state.at })
}

const decideCommand = (state: State, command: Command): CommandResult => {
  const stored = state.keys.now.get(keyId(command))
  if (stored) return { outcome: replay(stored, command) }
  if (state.frozen) return { error: new MoneyFrozen() }
  let verdict: Verdict
  try {
    verdict = decide(state, command)
  } catch (error) {
    return { error }
  }
  if ('refuse' in verdict) {
    const { stored: isStored = verdict.refuse.again === undefined, ...refusal } = verdict.refuse
    if (isStored) store(state, command, false, JSON.stringify(refusal))
    return { outcome: { accepted: false, refusal, replayed: false } }
  }
  // An error from here on leaves the state half changed, so it is not caught: the batch fails and is bisected.
  applyPosting(state, verdict.posting)
  for (const [participation, change] of verdict.changes) {
    participation.participant.apply(participation.state, change, state.at)
    participation.changes.push(change)
  }
  store(state, command, true, verdict.text)
  const { transferId } = command
  return { outcome: { accepted: true, transferId, answer: verdict.answer, at: state.at, replayed: false } }
}

/** Decides the commands of a batch in order and leaves in the state what has to be written. */
export const decideBatch = (state: State, commands: Command[]): CommandResult[] =>
  commands.map((command) => decideCommand(state, command))
