import type { Browser, Device } from '@puente/contract'
import { useTranslations } from 'use-intl'

/** What browsers call themselves, in every language. */
const NAMES: Record<Exclude<Browser, 'other'>, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsungInternet: 'Samsung Internet',
}

/** @returns a function that names a browser and its device, as far as either is known */
export const useBrowserName = (): ((agent: { browser: Browser; device: Device }) => string) => {
  const t = useTranslations('factors')
  return ({ browser, device }) =>
    browser === 'other'
      ? t('browsers.unnamed', { device: t(`devices.${device}`) })
      : t('browsers.named', { browser: NAMES[browser], device: t(`devices.${device}`) })
}
