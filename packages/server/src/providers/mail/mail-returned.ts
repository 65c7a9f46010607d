/** That a mail came back, said to whoever wants to hear of it: the address stays sealed on the way. */
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { DomainEvent } from '#platform/events.ts'
import type { Keys } from '#platform/secrets.ts'

/** `ref` is the mail's, `sealed` the address. */
export type ReturnedMail = { ref: string; sealed: string }

declare module '#platform/events.ts' {
  interface Events {
    /** The address took no mail, and will take none. */
    'mail.returned': ReturnedMail
  }
}

type Sealing = Pick<Keys, 'sealing'>

const placeOf = (ref: string) => ({ table: 'jobs', column: 'mail.returned', row: ref })

export const returnedMail = (keys: Sealing, ref: string, to: string): ReturnedMail => ({
  ref,
  sealed: encryptField(keys.sealing, placeOf(ref), to),
})

export const mailReturned = (keys: Sealing, ref: string, to: string): DomainEvent => ({
  event: 'mail.returned',
  data: returnedMail(keys, ref, to),
})

/** The address that took no mail. */
export const addressOf = (keys: Sealing, { ref, sealed }: ReturnedMail): string =>
  decryptField(keys.sealing, placeOf(ref), sealed)
