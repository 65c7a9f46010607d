import type { Command, Json, LedgerCode, Outcome, Refusal } from '../types.ts'
import type { StoredKey } from './state.ts'

/** Stored JSON as a value; `null` for an answer that was pruned. */
export const parseAnswer = (text: string | null): Json => (text === null ? null : (JSON.parse(text) as Json))

const EXPIRED: Refusal<LedgerCode> = { code: 'answerExpired' }
const CONFLICT: Refusal<LedgerCode> = { code: 'idempotencyConflict' }

/** The stored outcome; if the answer was pruned, only whether the command was accepted. */
const storedOutcome = ({ accepted, answer, transferId, at }: StoredKey): Outcome => {
  if (!accepted)
    return { accepted, refusal: answer === null ? EXPIRED : (JSON.parse(answer) as Refusal), replayed: true }
  const outcome = { accepted, transferId, answer: parseAnswer(answer), at, replayed: true }
  return answer === null ? { ...outcome, answerExpired: true } : outcome
}

/** The outcome of a command whose key is taken: the stored one, or a refusal if it asks for something else. */
export const replay = (stored: StoredKey, command: Pick<Command, 'requestHash'>): Outcome =>
  stored.requestHash === command.requestHash
    ? storedOutcome(stored)
    : { accepted: false, refusal: CONFLICT, replayed: false }
