/** How the ledgers of the soak are opened: few stripes, so that house accounts are contended, and patience where the machine has none. */
export const LEDGER_OPTIONS = { houseStripes: 4, waitLimitMs: 60_000, deadlineMs: 60_000 } as const
