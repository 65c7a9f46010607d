import { Avatar } from '@puente/ui/avatar'
import { Badge, type Tone } from '@puente/ui/badge'
import { Card } from '@puente/ui/card'
import { IconButton } from '@puente/ui/icon-button'
import { useNotices } from '@puente/ui/notice'
import Copy from 'lucide-react/icons/copy'
import { useTranslations } from 'use-intl'
import { kycStandingOf, type KycStanding } from '#lib/kyc-standing.ts'
import { useMe } from '#lib/me.ts'
import { useFileUrl } from '#lib/use-file-url.ts'

const toneOf: Record<KycStanding, Tone> = {
  open: 'neutral',
  verifying: 'waiting',
  denied: 'negative',
  expired: 'waiting',
  approved: 'positive',
}

/** Who is signed in: picture, name, the handle others find them by, kind of account and standing. */
export const ProfileCard = () => {
  const t = useTranslations('settings.profile')
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const { show } = useNotices()
  const standing = kycStandingOf(me.KYC)

  const copy = () =>
    navigator.clipboard.writeText(me.publicTransactionId).then(
      () => show('positive', t('copied')),
      () => show('negative', t('notCopied')),
    )

  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar name={me.fullName} src={image} size="lg" />
        <div className="grid min-w-0 grow basis-40 gap-1">
          <h2 className="text-xl font-semibold">{me.fullName}</h2>
          <div className="flex items-center gap-1 text-text-muted">
            <span className="sr-only">{t('handle')}</span>
            <span className="min-w-0 wrap-anywhere">{me.publicTransactionId}</span>
            <IconButton label={t('copy')} icon={<Copy aria-hidden="true" />} onClick={() => void copy()} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Badge tone="info">{t(me.business ? 'business' : 'individual')}</Badge>
            <Badge tone={toneOf[standing]}>
              {standing === 'approved' ? t('tier', { tier: String(me.KYC.tier) }) : t(`standing.${standing}`)}
            </Badge>
          </div>
        </div>
      </div>
    </Card>
  )
}
