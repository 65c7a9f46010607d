/** What a person has their payments approved for; it says at least one of the two. */
export type Rule = {
  /** The first payment from the balance to somebody. */
  newPayee: boolean
  /** Above this, together with what the same person got within 24 hours; null for no such rule. */
  aboveCents: bigint | null
}

/** One person who approves for another, or is asked to. Bare uuids. */
export type Approver = {
  ownerId: string
  approverId: string
  state: 'invited' | 'active'
  rule: Rule
  /** What protects less than the rule, and from when on it takes its place. */
  next: { rule: Rule; at: Date } | null
  /** When it ends, once it has been taken away. */
  endsAt: Date | null
  invitedAt: Date
  acceptedAt: Date | null
  /** Before that, an approver who was there already decides. */
  decidesFrom: Date | null
}

export type ApproverRef = Pick<Approver, 'ownerId' | 'approverId'>
