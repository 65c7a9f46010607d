import { blindIndex, sameBytes } from '#platform/crypto/tokens.ts'
import type { Keys } from '#platform/secrets.ts'

type IdKeys = Pick<Keys, 'blindIndex'>

const PROOF_LENGTH = 24

const proofOf = (keys: IdKeys, ref: string, to: string): string =>
  blindIndex(keys, 'mail', `${ref}\n${to.toLowerCase()}`).slice(0, PROOF_LENGTH)

/**
 * The left part of a mail's Message-ID: its reference and a proof that nobody else can make. Only whoever has seen the mail can
 * say that it came back.
 */
export const mailIdOf = (keys: IdKeys, ref: string, to: string): string => `${ref}.${proofOf(keys, ref, to)}`

/** Whether an id is that of a mail that we sent to the address. */
export const isMailId = (keys: IdKeys, id: string, to: string): boolean => {
  const at = id.lastIndexOf('.')
  return at > 0 && sameBytes(Buffer.from(id), Buffer.from(mailIdOf(keys, id.slice(0, at), to)))
}
