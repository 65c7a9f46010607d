import { useNotices } from '@puente/ui/notice'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api.ts'
import { clock } from '#lib/clock.ts'
import { reloadMe } from '#lib/me.ts'
import { CodeForm } from './code-form.tsx'

/** The server allows three mails an hour; this keeps a nervous finger from using them up. */
const RESEND_PAUSE_MS = 30_000

type Props = { onVerified: () => Promise<void>; children?: ReactNode }

/** Enter the code of the confirmation mail. */
export const EmailCode = ({ onVerified, children }: Props) => {
  const t = useTranslations('auth.emailStep')
  const { show } = useNotices()
  const [resendAt, setResendAt] = useState<number | null>(() => clock.now() + RESEND_PAUSE_MS)

  const confirm = async (emailToken: string) => {
    await call('confirmEmail', { emailToken })
    await reloadMe()
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => {
    await call('requestEmailCode')
    setResendAt(clock.now() + RESEND_PAUSE_MS)
  }

  return (
    <CodeForm label={t('code')} submitLabel={t('verify')} onCode={confirm} onResend={resend} resendAt={resendAt}>
      {children}
    </CodeForm>
  )
}
