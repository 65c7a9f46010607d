import { useTranslations } from 'use-intl'

/** Names of people of whom any one decides: "Ana or Ben". */
export const useNames = (): ((names: readonly string[]) => string) => {
  const t = useTranslations('activity')
  return (names) => names.reduce((first, second) => t('anyOf', { first, second }))
}
