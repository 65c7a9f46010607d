import { useNotices } from '@puente/ui/notice'
import { type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { reloadMe } from '#lib/me.ts'
import { noteResend, useResendWait } from '#lib/resend-wait.ts'
import { CodeForm } from './code-form.tsx'

/** The server allows three mails an hour; this keeps a nervous finger from using them up. */
const RESEND_PAUSE_MS = 30_000

/** Asks for the mail and begins the wait for the next one. */
export const requestEmailCode = async (): Promise<void> => {
  await call('requestEmailCode')
  noteResend('email', clock.now() + RESEND_PAUSE_MS)
}

type Props = { onVerified: () => Promise<void>; children?: ReactNode }

/** Enter the code of the confirmation mail. */
export const EmailCode = ({ onVerified, children }: Props) => {
  const t = useTranslations('auth.emailStep')
  const { show } = useNotices()
  const [resendAt, waitUntil] = useResendWait('email')

  const confirm = async (emailToken: string) => {
    await call('confirmEmail', { emailToken })
    await reloadMe()
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => {
    await requestEmailCode()
    waitUntil(clock.now() + RESEND_PAUSE_MS)
  }

  return (
    <CodeForm label={t('code')} submitLabel={t('verify')} onCode={confirm} onResend={resend} resendAt={resendAt}>
      {children}
    </CodeForm>
  )
}
