import type { Command, Json, LedgerCode, Outcome, Refusal } from '../types.ts'
import type { StoredKey } from './state.ts'

/** Stored JSON as a value; `null` for an answer that was pruned. */
export const parseAnswer = (text: string | null): Json => (text === null ? null : (JSON.parse(text) as Json))

const EXPIRED: Refusal<LedgerCode> = { code: 'answerExpired' }
const CONFLICT: Refusal<LedgerCode> = { code: 'idempotencyConflict' }

/** What was stored, as the outcome it was; of an answer that was pruned only that it was accepted or refused. */
const replay = ({ accepted, answer, transferId, at }: StoredKey): Outcome => {
  if (!accepted)
    return { accepted, refusal: answer === null ? EXPIRED : (JSON.parse(answer) as Refusal), replayed: true }
  const told = { accepted, transferId, answer: parseAnswer(answer), at, replayed: true }
  return answer === null ? { ...told, answerExpired: true } : told
}

/** What a command gets whose key is taken: the stored outcome, or a refusal when it asks for something else. */
export const answerFrom = (stored: StoredKey, command: Pick<Command, 'requestHash'>): Outcome =>
  stored.requestHash === command.requestHash ? replay(stored) : { accepted: false, refusal: CONFLICT, replayed: false }
