import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }

/** All countries by their names in a language, in its order; the value is the alpha-2 code. */
export const countriesIn = (locale: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return codes
    .map(([value = '']) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
