/**
 * Says in words why a call failed: a notice at the top and the text for the field it belongs to. The words are fetched
 * when they are first needed, so that a screen that loads fast carries none of it.
 */
import { useNotices } from '@puente/ui/notice'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LooseTranslator } from './refusal-text.ts'

/** @returns a function that shows the notice and answers its text */
export const useFailure = (): ((error: unknown) => Promise<string>) => {
  const t = useTranslations() as unknown as LooseTranslator
  const language = useLocale()
  const { show } = useNotices()
  return useCallback(
    async (error: unknown) => {
      const [{ refusalText }, { formatsOf }] = await Promise.all([import('./refusal-text.ts'), import('./format.ts')])
      const text = refusalText(error, t, formatsOf(language))
      show('negative', text)
      return text
    },
    [t, language, show],
  )
}
