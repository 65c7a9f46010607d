/** The hub of both contacts: what is verified, what is not, and the way to mend it. */
import { Badge } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmailText } from '#lib/email-text.tsx'
import { useMe } from '#lib/me.ts'
import { paths } from '#lib/paths.ts'
import { Screen } from '#lib/screen.tsx'
import { useFailure } from '#lib/use-failure.ts'
import { EmailCode, requestEmailCode } from './email-code.tsx'
import { phoneText } from './phone-number.tsx'

const Standing = ({ verified }: { verified: boolean }) => {
  const t = useTranslations('auth.verifyUser')
  return <Badge tone={verified ? 'positive' : 'waiting'}>{t(verified ? 'verified' : 'waiting')}</Badge>
}

const EmailCard = () => {
  const t = useTranslations('auth')
  const me = useMe()
  const fail = useFailure()
  const [entering, setEntering] = useState(false)
  const [pending, setPending] = useState(false)

  const ask = async () => {
    setPending(true)
    try {
      await requestEmailCode()
      setEntering(true)
    } catch (error) {
      await fail(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Card title={t('email')} action={<Standing verified={me.emailVerified} />}>
      <p className="text-lg font-medium">
        <EmailText email={me.email} />
      </p>
      {!me.emailVerified && !entering && (
        <Button pending={pending} onClick={() => void ask()}>
          {t('verifyUser.verifyEmail')}
        </Button>
      )}
      {!me.emailVerified && entering && <EmailCode onVerified={async () => setEntering(false)} />}
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
        <Link to={paths.verifyAccount.path} className={buttonClass()}>
          {t('verifyUser.verifyPhone')}
        </Link>
      )}
    </Card>
  )
}

export const VerifyUserScreen = () => {
  const t = useTranslations('auth.verifyUser')
  return (
    <Screen width="form" lead={t('lead')}>
      <EmailCard />
      <PhoneCard />
    </Screen>
  )
}
