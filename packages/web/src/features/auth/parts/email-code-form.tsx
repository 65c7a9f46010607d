import { useNotices } from '@puente/ui/notice'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CodeForm } from './code-form.tsx'
import { confirmEmail, requestEmailCode } from '../api/email-code.ts'
import type { SentCode } from '../api/sent-code.ts'

type Props = { sent: SentCode; onVerified: () => Promise<void>; children?: ReactNode }

/** Enter the code of the confirmation mail. */
export const EmailCodeForm = ({ sent, onVerified, children }: Props) => {
  const t = useTranslations('auth.emailStep')
  const { show } = useNotices()
  const [resendAt, setResendAt] = useState(sent.resendAtMs)

  const confirm = async (code: string) => {
    await confirmEmail(code)
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => setResendAt((await requestEmailCode()).resendAtMs)

  return (
    <CodeForm label={t('code')} submitLabel={t('verify')} onCode={confirm} onResend={resend} resendAt={resendAt}>
      {children}
    </CodeForm>
  )
}
