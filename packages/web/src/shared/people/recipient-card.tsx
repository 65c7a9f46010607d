import { Avatar } from '@puente/ui/avatar'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ScreenPath } from '#lib/layout/paths.ts'
import type { Recipient } from '#shared/payment/send-draft.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'

/** The chosen recipient, with a link to choose another. */
export const RecipientCard = ({ recipient, changeAt }: { recipient: Recipient; changeAt: ScreenPath }) => {
  const t = useTranslations('transfers.send.amount')
  const image = useFileUrl(recipient.image)
  return (
    <div className="flex items-center gap-3.5 rounded-md border border-border bg-surface-raised py-2 ps-4 pe-2">
      <Avatar name={recipient.fullName} src={image} />
      <p className="grid min-w-0 grow wrap-anywhere">
        <span className="text-sm text-text-muted">{t('to')}</span>
        <span className="font-semibold">{recipient.fullName}</span>
        <span className="text-sm text-text-muted">@{recipient.email}</span>
      </p>
      <Link
        to={changeAt as string}
        className={`${buttonClass({ variant: 'ghost', size: 'small' })} shrink-0 whitespace-nowrap`}
      >
        {t('change')}
      </Link>
    </div>
  )
}
