import { Avatar } from '@puente/ui/avatar'
import { Badge, type Tone } from '@puente/ui/badge'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { useTranslations } from 'use-intl'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { kycStandingOf, type KycStanding } from '#shared/kyc/kyc-standing.ts'
import { useMe } from '#lib/session/me.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'

const toneOf: Record<KycStanding, Tone> = {
  open: 'neutral',
  verifying: 'waiting',
  denied: 'negative',
  expired: 'waiting',
  approved: 'positive',
}

/** Who is signed in: picture, name, kind of account and standing, and the handle others find them by. */
export const ProfileCard = () => {
  const t = useTranslations('profile.profile')
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const standing = kycStandingOf(me.KYC)
  return (
    <Card>
      <div className="flex items-center gap-4">
        <Avatar name={me.fullName} src={image} size="lg" />
        <div className="grid min-w-0 gap-2">
          <h2 className="text-xl font-semibold">{me.fullName}</h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge tone={toneOf[standing]}>{t(`standing.${standing}`)}</Badge>
            <span className="text-sm text-text-muted">{t(me.business ? 'business' : 'individual')}</span>
          </div>
        </div>
      </div>
      <div className="border-t border-border pt-4">
        <DefinitionList
          rows={[{ term: t('handle'), value: <CopyValue value={me.publicTransactionId} label={t('copy')} /> }]}
        />
      </div>
    </Card>
  )
}
