/** Both contacts: which are verified, and the links to verify the others. */
import { Badge } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmailText } from '#lib/layout/email-text.tsx'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { AskForCode } from '../parts/ask-for-code.tsx'
import { EmailCodeForm } from '../parts/email-code-form.tsx'
import { requestEmailCode } from '../api/email-code.ts'
import { phoneText } from '#lib/i18n/phone-text.ts'
import type { SentCode } from '../api/sent-code.ts'

const Standing = ({ verified }: { verified: boolean }) => {
  const t = useTranslations('auth.verifyUser')
  return <Badge tone={verified ? 'positive' : 'waiting'}>{t(verified ? 'verified' : 'waiting')}</Badge>
}

const EmailCard = () => {
  const t = useTranslations('auth')
  const me = useMe()
  const [sent, setSent] = useState<SentCode | null>(null)

  return (
    <Card title={t('email')} action={<Standing verified={me.emailVerified} />}>
      <p className="text-lg font-medium">
        <EmailText email={me.email} />
      </p>
      {!me.emailVerified &&
        (sent === null ? (
          <AskForCode label={t('verifyUser.verifyEmail')} ask={requestEmailCode} onSent={setSent} />
        ) : (
          <EmailCodeForm sent={sent} onVerified={async () => setSent(null)} />
        ))}
    </Card>
  )
}

const PhoneCard = () => {
  const t = useTranslations('auth')
  const me = useMe()
  return (
    <Card title={t('phoneStep.phone')} action={<Standing verified={me.phoneVerified} />}>
      <p className="text-lg font-medium tabular-nums">
        {me.phone === null ? t('verifyUser.noPhone') : phoneText(me.phone)}
      </p>
      {!me.phoneVerified && (
        <Link
          to={paths.verifyAccount.path}
          // One step leads at a time: the email comes first.
          className={buttonClass({ variant: me.emailVerified ? 'primary' : 'secondary' })}
        >
          {t('verifyUser.verifyPhone')}
        </Link>
      )}
    </Card>
  )
}

export const VerifyUserScreen = () => {
  const t = useTranslations('auth.verifyUser')
  const { emailVerified, phoneVerified } = useMe()
  return (
    <Screen width="form" lead={emailVerified && phoneVerified ? null : t('lead')}>
      <EmailCard />
      <PhoneCard />
    </Screen>
  )
}
