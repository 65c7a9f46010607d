/** What has been entered for a deposit so far. */
import type { DepositMethod } from './deposit-methods.ts'

export type DepositDraft = {
  /** Absent until there was a choice. */
  method?: DepositMethod
  /** The saved card to pay with; null for one that is entered on the card page. */
  cardItem?: string | null
  /** Keep the card that is entered. */
  saveCard?: boolean
  amount?: number | null
  /** Belongs to exactly this amount and way of paying; another gets another. */
  key?: string | undefined
  /** The total that was agreed to, once the call may have been made. */
  confirmedTotal?: number | undefined
  /** The attempt that it closes, once the call may have been made. */
  sendSessionId?: string | undefined
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    deposit: DepositDraft
  }
}
