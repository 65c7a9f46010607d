import { Button } from '@puente/ui/button'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/session/me.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { AskForCode } from '../parts/ask-for-code.tsx'
import { PhoneCodeForm } from '../parts/phone-code-form.tsx'
import { requestPhoneCode } from '../api/phone-code.ts'
import { PhoneForm } from '../parts/phone-form.tsx'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { inOneLine } from '../parts/phone-number.tsx'
import { sentTo } from '../api/sent-code.ts'

export const VerifyAccountScreen = () => {
  const t = useTranslations('auth.phoneStep')
  const me = useMe()
  const router = useRouter()
  return (
    <Screen width="form" lead={t('text')}>
      <PhoneForm phone={me.phone} onSent={() => router.history.push(paths.verifyAccountConfirmation.path)} />
    </Screen>
  )
}

export const VerifyAccountConfirmationScreen = () => {
  const t = useTranslations('auth.codeStep')
  const me = useMe()
  const router = useRouter()
  const [sent, setSent] = useState(() => sentTo('phone'))
  const toForm = () => router.history.push(paths.verifyAccount.path)
  const verified = async () => router.history.replace(paths.home.path)
  const number = { phone: phoneText(me.phone ?? ''), number: inOneLine }

  if (me.phone === null) {
    return (
      <Screen width="form">
        <Button size="large" full onClick={toForm}>
          {t('request')}
        </Button>
      </Screen>
    )
  }
  if (sent === null) {
    return (
      <Screen width="form" lead={t.rich('ask', number)}>
        <AskForCode label={t('request')} ask={requestPhoneCode} onSent={setSent}>
          <Button variant="ghost" full onClick={toForm}>
            {t('change')}
          </Button>
        </AskForCode>
      </Screen>
    )
  }
  return (
    <Screen width="form" lead={me.textsStopped ? null : t.rich('text', number)}>
      <PhoneCodeForm sent={sent} onVerified={verified} onChangeNumber={toForm} />
    </Screen>
  )
}
