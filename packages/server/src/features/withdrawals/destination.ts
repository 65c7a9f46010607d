/** Where a withdrawal goes, as it was when it was asked for: whatever becomes of a saved recipient, this is who is paid. */
import type { Payout } from '#features/payments/index.ts'
import { decryptField, encryptField } from '#platform/crypto/field-encryption.ts'
import type { Services } from '#platform/services.ts'
import type { PayoutRequest } from '#providers/payout-port.ts'
import type { WithdrawalRail } from './withdrawal-rail.ts'

const placeOf = (ref: string) => ({ table: 'provider_operations', column: 'destination_sealed', row: ref })

export const sealDestination = ({ keys }: Pick<Services, 'keys'>, ref: string, destination: unknown): string =>
  encryptField(keys.sealing, placeOf(ref), JSON.stringify(destination))

/** The exact request; the same however often it is sent. */
export const requestOf = <Destination>(
  { keys }: Pick<Services, 'keys'>,
  rail: Pick<WithdrawalRail<Destination>, 'parse'>,
  { ref, amountCents, destinationSealed }: Payout,
): PayoutRequest<Destination> => ({
  ref,
  amountCents,
  destination: rail.parse(JSON.parse(decryptField(keys.sealing, placeOf(ref), destinationSealed))),
})
