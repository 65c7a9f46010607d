import { NOTE_MAX } from '@puente/contract'
import { Segmented } from '@puente/ui/segmented'
import { TextArea } from '@puente/ui/text-area'
import { useTranslations } from 'use-intl'
import type { SendDraft } from '#shared/payment/send-draft.ts'

type Props = {
  draft: Pick<SendDraft, 'note' | 'purpose'>
  /** Who will read the note. */
  name: string
  error: string | undefined
  onChange: (change: Pick<SendDraft, 'note' | 'purpose'>) => void
}

/** What the money is for, and the note that goes with it. */
export const NoteFields = ({ draft: { note = '', purpose = 'personal' }, name, error, onChange }: Props) => {
  const t = useTranslations('transfers.send.detail')
  const tCommon = useTranslations('common')
  return (
    <>
      <Segmented
        label={t('purpose')}
        value={purpose}
        onChange={(value) => onChange({ purpose: value })}
        options={[
          { value: 'personal', label: t('personal') },
          { value: 'goods', label: t('goods') },
        ]}
      />
      <TextArea
        label={purpose === 'goods' ? t('note') : `${t('note')} (${tCommon('optional').toLocaleLowerCase()})`}
        hint={t('noteHint', { name, count: String(NOTE_MAX - note.length) })}
        error={error}
        maxLength={NOTE_MAX}
        rows={2}
        value={note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  )
}
