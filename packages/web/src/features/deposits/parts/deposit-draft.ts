/** What has been entered for a deposit so far. */
export type DepositDraft = {
  amount?: number | null
  /** Belongs to exactly this amount; another amount gets another. */
  key?: string
  /** The total that was agreed to, once the call may have been made. */
  confirmedTotal?: number
}

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    deposit: DepositDraft
  }
}
