/** The product's own names. Nothing else in the code spells them out. */
export const brand = {
  appName: 'Puente',
  /** Last segment of the in-app send screen: `/payments/send/puente`. */
  slug: 'puente',
  /** The fee of a transaction is also carried under the product's name. */
  feeField: 'puenteFee',
  cardProviderSlug: 'stripe',
  supportEmail: 'help@puente.test',
} as const

export const LANGUAGES = ['en', 'es', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/** As settings are stored. */
export const STORED_LANGUAGES = { en: 'en-US', es: 'es-US', ko: 'ko-KR' } as const satisfies Record<Language, string>
export type StoredLanguage = (typeof STORED_LANGUAGES)[Language]

/** The language of a stored or short form; null for anything else. */
export const languageOf = (text: string): Language | null => {
  const short = LANGUAGES.find((language) => language === text)
  if (short) return short
  return LANGUAGES.find((language) => STORED_LANGUAGES[language] === text) ?? null
}

/** Spanish browsers get Spanish, all others English; a Korean browser is offered Korean by the screen. */
export const defaultLanguage = (browserLanguages: readonly string[]): Language =>
  /^es\b/i.test(browserLanguages[0] ?? '') ? 'es' : 'en'
