import type { LimitRow, QuotedLimit, Result } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { type LooseTranslator, wordsOf } from '#lib/i18n/refusal-text.ts'

/** A limit in words: which one it is, what is left of it, and when there will be more. */
export const useLimitText = (): ((row: LimitRow) => string) => {
  const t = useTranslations('money.limit')
  const tOperation = useTranslations('limits.operation')
  const formats = useFormats()
  // The room left in a balance would reveal it.
  const balance = useBalanceText()
  return ({ operation, window, limitCents, leftCents, freesAt }) => {
    const limit = formats.money(limitCents)
    if (window === 'transaction') return t('transaction', { limit })
    if (window === 'always') return t('always', { limit, left: balance(Math.max(0, leftCents)) })
    const values = { what: tOperation(operation), limit, left: formats.money(Math.max(0, leftCents)) }
    return freesAt === null
      ? t(window, values)
      : `${t(window, values)} ${t('frees', { at: formats.dateTime(freesAt) })}`
  }
}

/** What goes without a proof while a new phone can give none; in a list it is the most that anyone can be paid. */
export const useProofText = (): ((row: LimitRow) => string) => {
  const t = useTranslations('money.limit')
  const formats = useFormats()
  return (row) => {
    const what = row.operation === 'inApp' && !('freesCents' in row) ? 'anyone' : row.operation
    const { cause = '', until = '' } = row.special ?? {}
    return t('proof', { until: formats.dateTime(until), limit: formats.money(row.limitCents), what, cause })
  }
}

/** Why a review cannot be confirmed by its reader: the quote asks for a proof that they cannot give. Undefined where it doesn't. */
export const useUnprovable = (quote: Result<'feeAmount'> | undefined): string | undefined => {
  const proofText = useProofText()
  if (!quote?.LimitExceeded || quote.limit?.special?.kind !== 'proof') return undefined
  return proofText(quote.limit)
}

/** A limit that an amount exceeds: what is left of it, and when this very amount passes, as far as that is known. */
export const useExceededText = (): ((limit: LimitRow | QuotedLimit) => string) => {
  const t = useTranslations() as unknown as LooseTranslator
  const formats = useFormats()
  const limitText = useLimitText()
  const proofText = useProofText()
  return (limit) => {
    if (limit.special?.kind === 'proof') return proofText(limit)
    if (limit.window === 'transaction' || limit.window === 'always') return limitText(limit)
    // A row of the list tells when its first part frees, which may not be enough.
    return wordsOf('limitExceeded', 'freesCents' in limit ? limit : { ...limit, freesAt: null }, t, formats)
  }
}
