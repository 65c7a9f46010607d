import { IconButton } from '@puente/ui/icon-button'
import { useNotices } from '@puente/ui/notice'
import Copy from 'lucide-react/icons/copy'
import { useTranslations } from 'use-intl'

/** A value to pass on (a reference, a handle), with a button that copies it. */
export const CopyValue = ({ value, label }: { value: string; label: string }) => {
  const t = useTranslations('money')
  const { show } = useNotices()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      show('positive', t('copied'))
    } catch {
      // A browser that forbids it leaves the text to be marked by hand.
    }
  }
  return (
    <span className="-my-2.5 inline-flex items-center gap-2">
      <span className="font-medium tabular-nums select-all">{value}</span>
      <span className="-me-2.5">
        <IconButton label={label} icon={<Copy aria-hidden="true" />} onClick={() => void copy()} />
      </span>
    </span>
  )
}
