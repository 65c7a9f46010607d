import { useTranslations } from 'use-intl'

const NAMES: Readonly<Record<string, string>> = { google: 'Google', apple: 'Apple' }

/** @returns the name of another service, for the middle of a sentence */
export const useServiceName = (provider: string | undefined): string => {
  const t = useTranslations('social')
  return NAMES[provider ?? ''] ?? t('otherService')
}
