import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { personLink } from '#shared/people/person-link.ts'
import { ShareLink } from '../parts/share-link.tsx'

/** The user's own code: whoever scans it pays them, any amount or the one that is set here. */
export const QrScreen = () => {
  const t = useTranslations('requests.qr')
  const { money } = useFormats()
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const [withAmount, setWithAmount] = useState(false)
  const [amount, setAmount] = useState<number | null>(null)
  const asked = withAmount && amount ? amount : null
  const link = personLink(window.location.origin, me.publicTransactionId, asked)
  return (
    <Screen width="form" lead={t('lead')}>
      <Card>
        <div className="grid justify-items-center gap-1 text-center">
          <Avatar name={me.fullName} src={image} />
          <p className="pt-1 text-lg font-semibold wrap-anywhere">{me.fullName}</p>
          <p className="text-sm text-text-muted">@{me.publicTransactionId}</p>
        </div>
        {withAmount ? (
          <AmountField
            label={t('amount')}
            value={amount}
            onChange={setAmount}
            // It was just asked for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          >
            <Button
              variant="ghost"
              size="small"
              onClick={() => {
                setWithAmount(false)
                setAmount(null)
              }}
            >
              {t('noAmount')}
            </Button>
          </AmountField>
        ) : (
          <Button variant="ghost" size="small" onClick={() => setWithAmount(true)}>
            {t('setAmount')}
          </Button>
        )}
        <ShareLink
          link={link}
          qrText={link}
          label={asked === null ? t('label') : t('labelAmount', { amount: money(asked) })}
          words={asked === null ? t('words') : t('wordsAmount', { amount: money(asked) })}
        />
      </Card>
    </Screen>
  )
}
