/** The invoice or request that a payment pays. Bare uuids. */
export type PaidFor = { kind: 'invoice' | 'request'; issuerId: string; id: string }
