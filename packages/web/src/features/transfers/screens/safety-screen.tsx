import { UNDO_MINUTES } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { Segmented } from '@puente/ui/segmented'
import { useTranslations } from 'use-intl'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { changePreferences } from '#lib/session/preferences.ts'
import { useUndoTime } from '#shared/payment/undo-note.tsx'

/** What protects the person's payments from mistakes. */
export const SafetyScreen = () => {
  const t = useTranslations('transfers.safety')
  return (
    <Screen width="form" lead={t('lead')}>
      <UndoChoice />
    </Screen>
  )
}

const UndoChoice = () => {
  const t = useTranslations('transfers.safety')
  const fail = useShowError()
  const { undoMinutes } = useMe().preferences
  const timeOf = useUndoTime()
  return (
    <Card>
      <Segmented
        label={t('label')}
        options={UNDO_MINUTES.map((minutes) => ({ value: String(minutes), label: timeOf(minutes) ?? t('off') }))}
        value={String(undoMinutes)}
        onChange={(value) => {
          const chosen = UNDO_MINUTES.find((minutes) => String(minutes) === value)
          if (chosen !== undefined) void changePreferences({ undoMinutes: chosen }).catch(fail)
        }}
      />
      <p className="text-sm text-text-muted">{t('hint')}</p>
    </Card>
  )
}
