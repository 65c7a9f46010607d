/**
 * A provider of payouts that says what a test tells it to, for what the sandbox's providers never do: lose an answer at a
 * chosen point, contradict themselves, change an amount.
 */
import { ProviderError, type ProviderErrorKind } from '#providers/types.ts'
import type { PayoutRail, PayoutRequest, PayoutSnapshot } from '#providers/payout-port.ts'

export type Script = PayoutRail & {
  /** What it made, by our reference. */
  made: Map<string, PayoutSnapshot>
  /** How often it was told. */
  sends: number
  /** What it says of a transfer from now on. */
  say: (ref: string, more: Partial<PayoutSnapshot>) => void
  /** The next call to send fails so, before it does anything or after. */
  failNext: (kind: ProviderErrorKind, when: 'before' | 'after') => void
  /** What it answers when it is asked for one by reference that it does not have. */
  unknown: null | 'cannotTell'
}

export const scriptedPayouts = (): Script => {
  const made: Script['made'] = new Map()
  let failure: { kind: ProviderErrorKind; when: 'before' | 'after' } | null = null
  const fail = (when: 'before' | 'after') => {
    if (failure?.when !== when) return
    const { kind } = failure
    failure = null
    throw new ProviderError(kind, 'as the test says')
  }
  const snapshotOf = ({ ref, amountCents }: PayoutRequest<unknown>): PayoutSnapshot => ({
    providerId: `po_${ref}`,
    otherIds: [`item_${ref}`],
    ref,
    outcome: 'accepted',
    amountCents,
    currency: 'usd',
    returnId: `item_${ref}`,
    reason: null,
    returnsAt: null,
    raw: 'SCRIPTED',
  })
  const script: Script = {
    made,
    sends: 0,
    unknown: null,
    say: (ref, more) => {
      const before = made.get(ref)
      if (before) made.set(ref, { ...before, ...more })
    },
    failNext: (kind, when) => {
      failure = { kind, when }
    },
    send: async (request) => {
      script.sends += 1
      fail('before')
      const snapshot = made.get(request.ref) ?? snapshotOf(request)
      made.set(request.ref, snapshot)
      fail('after')
      return snapshot
    },
    fetch: async (objectId) =>
      [...made.values()].find(({ providerId, otherIds }) => [providerId, ...otherIds].includes(objectId)) ?? null,
    findByRef: async ({ ref }) => made.get(ref) ?? script.unknown,
    cancel: async (_providerId, ref) => {
      if (made.get(ref)?.outcome !== 'unclaimed') return false
      script.say(ref, { outcome: 'returned' })
      return true
    },
    verify: async () => [],
  }
  return script
}
