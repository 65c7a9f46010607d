import { DESCRIPTION_MAX } from '@puente/contract'
import { TextArea } from '@puente/ui/text-area'
import { useTranslations } from 'use-intl'

type Props = {
  label: string
  hint?: string
  rows: number
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

/** What someone writes to us, with how much more fits. */
export const MessageField = ({ label, hint, rows, value, isMissing, onChange }: Props) => {
  const t = useTranslations()
  const left = t('support.charactersLeft', { count: String(DESCRIPTION_MAX - value.length) })
  return (
    <TextArea
      label={label}
      hint={hint === undefined ? left : `${hint} ${left}`}
      rows={rows}
      maxLength={DESCRIPTION_MAX}
      value={value}
      error={isMissing ? t('errors.codes.invalidDescription') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
