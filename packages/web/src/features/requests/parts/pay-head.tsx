import { Avatar } from '@puente/ui/avatar'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { Payable } from '../api/payable.ts'

/** Who asks for how much, and what for. */
export const PayHead = ({ payable: { name, image, amount, note } }: { payable: Payable }) => {
  const t = useTranslations('requests')
  const tCommon = useTranslations('common')
  const { locale } = useFormats()
  const file = useFileUrl('file' in image ? image.file : null)
  const who = name ?? tCommon('blockedUser')
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <Avatar name={who} src={'file' in image ? file : image.address} size="lg" />
      <p className="pt-1 text-lg font-semibold wrap-anywhere">{t('head.received', { name: who })}</p>
      <Money cents={amount} locale={locale} size="xl" />
      <p className="max-w-full whitespace-pre-line wrap-anywhere text-text-muted">{note}</p>
    </div>
  )
}
