import { Button } from '@puente/ui/button'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/me.ts'
import { paths } from '#lib/paths.ts'
import { Screen } from '#lib/screen.tsx'
import { AskForCode } from './ask-for-code.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { requestPhoneCode } from './phone-code.ts'
import { PhoneForm } from './phone-form.tsx'
import { inOneLine, phoneText } from './phone-number.tsx'
import { sentTo } from './sent-code.ts'

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
    <Screen width="form" lead={t.rich('text', number)}>
      <PhoneCodeForm sent={sent} onVerified={verified} onChangeNumber={toForm} />
    </Screen>
  )
}
