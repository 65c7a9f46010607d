/**
 * Shows why a call failed: under the field it concerns where there is one, else as a notice. The code for the texts is
 * fetched when first needed, so that a screen that must load fast does not include it.
 */
import { useNotices } from '@puente/ui/notice'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import type { LooseTranslator } from '#lib/i18n/refusal-text.ts'

/** @returns a function that gives the text of a failure, for the field or the part of the screen that shows it */
export const useErrorText = (): ((error: unknown) => Promise<string>) => {
  const t = useTranslations() as unknown as LooseTranslator
  const language = useLocale()
  return useCallback(
    async (error: unknown) => {
      const [{ refusalText }, { formatsOf }] = await Promise.all([
        import('#lib/i18n/refusal-text.ts'),
        import('#lib/i18n/format.ts'),
      ])
      return refusalText(error, t, formatsOf(language))
    },
    [t, language],
  )
}

/** The person closed the question whether it is still them: their own choice, and nothing has failed. */
export const isUnproved = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'stepUpRequired'

/** @returns a function that shows a failure as a notice, where no part of the screen shows it */
export const useShowError = (): ((error: unknown) => Promise<void>) => {
  const textOf = useErrorText()
  const { show } = useNotices()
  return useCallback(
    async (error: unknown) => show(isUnproved(error) ? 'neutral' : 'negative', await textOf(error)),
    [textOf, show],
  )
}
