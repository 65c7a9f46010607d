/**
 * One command after another over the loaded state. A refusal is a value and leaves the state as it was; so does a
 * command that throws, which then fails alone. The same state and the same commands always give the same outcomes.
 */
import { InvalidCommand, MoneyFrozen } from '../errors.ts'
import { answerFrom } from './replay.ts'
import { applyMovement, decideMovement } from './decide-posting.ts'
import { balanceOf, emptyOverlay, findAccount, findHold, keyId } from './state.ts'
import type { Overlay, Part, State } from './state.ts'
import type { Command, Facts, Json, Outcome, Refusal } from '../types.ts'

/** What became of one command: its outcome, or the error that kept it from having one. */
export type Settled = { outcome: Outcome } | { error: unknown }

type Verdict =
  | { refuse: Refusal }
  | { answer: Json; text: string; movement: Parameters<typeof applyMovement>[1]; changes: [Part, unknown][] }

/** The growing facts of one command, and the two ways in which the deciders make them grow. */
const gatherFacts = (state: State, command: Command) => {
  const found = new Map<string, unknown>()
  let overlay: Overlay = emptyOverlay()
  const facts: Facts = {
    at: state.at,
    transferId: command.transferId,
    balanceOf: (ref) => balanceOf(findAccount(state, overlay, ref)),
    holdOf: (ref) => findHold(state, overlay, ref),
    // The name is the key; the participant's own `decide` is the only writer under it.
    of: <Fact>({ name }: { name: string }) => {
      if (!found.has(name)) throw new InvalidCommand(`${name} told nothing about this command`)
      return found.get(name) as Fact
    },
  }
  return {
    facts,
    tell: (name: string, fact: unknown) => found.set(name, fact),
    decided: (after: Overlay) => {
      overlay = after
    },
  }
}

const judge = (state: State, command: Command): Verdict => {
  const { facts, tell, decided } = gatherFacts(state, command)
  const changes: [Part, unknown][] = []

  const askParts = (phase: 'before' | 'after'): Refusal | null => {
    for (const [name, part] of state.parts) {
      if (part.participant.phase !== phase || command.parts?.[name] === undefined) continue
      const decision = part.participant.decide(part.state, command.parts[name], facts)
      if ('refuse' in decision) return decision.refuse
      changes.push([part, decision.change])
      if (decision.fact !== undefined) tell(name, decision.fact)
    }
    return null
  }

  const before = askParts('before')
  if (before) return { refuse: before }
  const legs = typeof command.legs === 'function' ? command.legs(facts) : (command.legs ?? [])
  const holds = typeof command.holds === 'function' ? command.holds(facts) : (command.holds ?? [])
  const decision = decideMovement(state, command, legs, holds)
  if ('refuse' in decision) return decision
  decided(decision.movement.overlay)
  const after = askParts('after')
  if (after) return { refuse: after }
  const answer = command.answer?.(facts) ?? null
  return { answer, text: JSON.stringify(answer), movement: decision.movement, changes }
}

const store = (state: State, command: Command, accepted: boolean, answer: string) => {
  const { ownerId, key, requestHash, transferId } = command
  state.keys.now.set(keyId(command), { ownerId, key, requestHash, accepted, answer, transferId, at: state.at })
}

const settle = (state: State, command: Command): Settled => {
  const stored = state.keys.now.get(keyId(command))
  if (stored) return { outcome: answerFrom(stored, command) }
  if (state.frozen) return { error: new MoneyFrozen() }
  let verdict: Verdict
  try {
    verdict = judge(state, command)
  } catch (error) {
    return { error }
  }
  if ('refuse' in verdict) {
    const { stored: isStored = true, ...refusal } = verdict.refuse
    if (isStored) store(state, command, false, JSON.stringify(refusal))
    return { outcome: { accepted: false, refusal, replayed: false } }
  }
  // An error from here on leaves the state half changed, so it is not caught: the whole batch is given up and bisected.
  applyMovement(state, verdict.movement)
  for (const [part, change] of verdict.changes) {
    part.participant.apply(part.state, change, state.at)
    part.changes.push(change)
  }
  store(state, command, true, verdict.text)
  const { transferId } = command
  return { outcome: { accepted: true, transferId, answer: verdict.answer, at: state.at, replayed: false } }
}

/** Decides the commands of a batch in their order and leaves in the state what is to be saved. */
export const decideBatch = (state: State, commands: Command[]): Settled[] =>
  commands.map((command) => settle(state, command))
