/** Withdrawals to US bank accounts: credits over the ACH network, by a provider's API or by files to our own bank. */
import type { PayoutCallOptions, PayoutRail } from '../payout-port.ts'

/** Whom a withdrawal pays. The name is upper-case ASCII, as the network carries it. */
export type AchDestination = {
  name: string
  routingNumber: string
  accountNumber: string
  funding: 'checking' | 'savings'
  /** Decides how the entry is classed: PPD to persons, CCD to businesses. */
  holder: 'individual' | 'business'
}

export type RoutingNumber = { bank: string; takesAch: boolean }

export interface AchRail extends PayoutRail<AchDestination> {
  /** The bank of a routing number; null where it is not known. */
  lookupRouting?(routingNumber: string, options?: PayoutCallOptions): Promise<RoutingNumber | null>
}
