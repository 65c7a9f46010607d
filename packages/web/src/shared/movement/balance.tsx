/**
 * Figures that reveal the balance. With the balance hidden, every screen shows dots in place of each; the choice is stored
 * with the account. An amount that a person types or reviews is not one of them.
 */
import { Money, type MoneyProps } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'

const DOTS = '••••••'

/** Whether the balance is hidden; for parts that are then left out. */
export const useBalanceHidden = (): boolean => useMe().hideBalance

type BalanceProps = Pick<MoneyProps, 'cents' | 'size'>

/** Displays a balance. */
export const Balance = (props: BalanceProps) => {
  const t = useTranslations('money')
  const { locale } = useFormats()
  return <Money {...props} locale={locale} hidden={useBalanceHidden()} hiddenLabel={t('hidden')} />
}

/** Formats a balance for use in a sentence. */
export const useBalanceText = (): ((cents: number) => string) => {
  const { money } = useFormats()
  const hidden = useBalanceHidden()
  return (cents) => (hidden ? DOTS : money(cents))
}
