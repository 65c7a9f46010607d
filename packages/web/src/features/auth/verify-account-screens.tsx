import { Button } from '@puente/ui/button'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '#lib/me.ts'
import { paths } from '#lib/paths.ts'
import { Screen } from '#lib/screen.tsx'
import { useFailure } from '#lib/use-failure.ts'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { requestPhoneCode, type SentCode } from './phone-code.ts'
import { PhoneForm } from './phone-form.tsx'
import { inOneLine, phoneText } from './phone-number.tsx'

/** Handed from the form to the code screen; gone after a reload, when the code screen offers to ask anew. */
let lastSent: SentCode | null = null

export const VerifyAccountScreen = () => {
  const t = useTranslations('auth.phoneStep')
  const me = useMe()
  const router = useRouter()
  const sent = (code: SentCode) => {
    lastSent = code
    router.history.push(paths.verifyAccountConfirmation.path)
  }
  return (
    <Screen width="form" lead={t('text')}>
      <PhoneForm phone={me.phone} onSent={sent} />
    </Screen>
  )
}

export const VerifyAccountConfirmationScreen = () => {
  const t = useTranslations('auth.codeStep')
  const me = useMe()
  const router = useRouter()
  const fail = useFailure()
  const [sent, setSent] = useState(() => lastSent)
  const [pending, setPending] = useState(false)
  const toForm = () => router.history.push(paths.verifyAccount.path)

  const ask = async () => {
    setPending(true)
    try {
      setSent(await requestPhoneCode())
    } catch (error) {
      await fail(error)
    } finally {
      setPending(false)
    }
  }

  const verified = async () => {
    lastSent = null
    router.history.replace(paths.home.path)
  }

  if (sent === null) {
    return (
      <Screen width="form">
        {me.phone !== null && <p className="text-lg font-medium tabular-nums">{phoneText(me.phone)}</p>}
        <Button size="large" full pending={pending} onClick={() => (me.phone === null ? toForm() : void ask())}>
          {t('request')}
        </Button>
        <Button variant="ghost" full onClick={toForm}>
          {t('change')}
        </Button>
      </Screen>
    )
  }
  return (
    <Screen width="form" lead={t.rich('text', { phone: phoneText(sent.phone), number: inOneLine })}>
      <PhoneCodeForm onVerified={verified} onChangeNumber={toForm} />
    </Screen>
  )
}
