import { defaultBound } from './bounded.ts'
import type { ProviderName } from './provider-name.ts'

/** An effect that really happened, whatever answer the caller got. `amountCents` is null where no money is involved. */
export type Effect = {
  provider: ProviderName
  kind: string
  ref: string | null
  providerId: string
  amountCents: number | null
  at: string
}

/** The list of effects that invariant tests compare with the ledger. */
export const createBook = () => {
  let effects: Effect[] = []
  return {
    record(effect: Effect) {
      effects.push(effect)
      if (effects.length > defaultBound) effects = effects.slice(-defaultBound)
    },
    /** Oldest first. */
    list: (filter: { provider?: string | undefined; ref?: string | undefined }) =>
      effects.filter(
        (effect) =>
          (filter.provider === undefined || effect.provider === filter.provider) &&
          (filter.ref === undefined || effect.ref === filter.ref),
      ),
    clear() {
      effects = []
    },
  }
}

export type Book = ReturnType<typeof createBook>
