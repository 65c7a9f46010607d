import type { UndoMinutes } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/session/me.ts'

/** The time to undo in words; null for none. */
export const useUndoTime = (): ((minutes: UndoMinutes) => string | null) => {
  const t = useTranslations('transfers.safety')
  return (minutes) => (minutes === 0 ? null : minutes === 60 ? t('hour') : t('minutes', { count: String(minutes) }))
}

/** That a first payment from the balance arrives later, for those who chose time to undo it. Which one is a first one the server knows. */
export const UndoNote = () => {
  const t = useTranslations('transfers.send.detail')
  const time = useUndoTime()(useMe().preferences.undoMinutes)
  return time === null ? null : <span className="block text-text-muted">{t('undoFirst', { time })}</span>
}
