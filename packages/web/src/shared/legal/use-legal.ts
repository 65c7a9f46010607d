import type { LegalSlug } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** A legal text in the language of the screens. */
export const useLegal = (slug: LegalSlug) => {
  const language = useLocale()
  return useQuery({
    queryKey: queryKeys.legal(slug, language),
    queryFn: ({ signal }) => call('legal', { slug, lang: language }, { signal }),
  })
}
