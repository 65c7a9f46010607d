import { MoneyInput, type MoneyInputProps } from '@puente/ui/money-input'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

/** The amount of a money screen, with the marks and the words of the screen's language. */
export const AmountField = (props: Omit<MoneyInputProps, 'locale' | 'problems'>) => {
  const t = useTranslations('money.field')
  const { locale } = useFormats()
  return (
    <MoneyInput
      {...props}
      locale={locale}
      problems={{ cents: t('cents'), tooLong: t('tooLong'), unreadable: t('unreadable') }}
    />
  )
}
