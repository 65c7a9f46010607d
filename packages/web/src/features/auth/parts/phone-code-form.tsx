import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CodeForm } from './code-form.tsx'
import { confirmPhone, requestPhoneCode } from '../api/phone-code.ts'
import type { SentCode } from '../api/sent-code.ts'

type Props = {
  sent: SentCode
  onVerified: () => Promise<void>
  onChangeNumber: () => void
  children?: ReactNode
}

/** Enter the code of the text message. */
export const PhoneCodeForm = ({ sent, onVerified, onChangeNumber, children }: Props) => {
  const t = useTranslations('auth.codeStep')
  const { show } = useNotices()
  const [resendAt, setResendAt] = useState(sent.resendAtMs)

  const confirm = async (code: string) => {
    await confirmPhone(code)
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => setResendAt((await requestPhoneCode()).resendAtMs)

  return (
    <CodeForm label={t('code')} submitLabel={t('verify')} onCode={confirm} onResend={resend} resendAt={resendAt}>
      <Button variant="ghost" onClick={onChangeNumber}>
        {t('change')}
      </Button>
      {children}
    </CodeForm>
  )
}
