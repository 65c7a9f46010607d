import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { useMe } from '#lib/session/me.ts'
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
  const tStepUp = useTranslations('stepUp')
  const phone = phoneText(useMe().phone ?? '').replaceAll(' ', '\u00a0')
  const [{ resendAtMs, stopped }, setLatest] = useState(sent)

  const confirm = async (code: string) => {
    await confirmPhone(code)
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => setLatest(await requestPhoneCode())

  return (
    <CodeForm label={t('code')} submitLabel={t('verify')} onCode={confirm} onResend={resend} resendAt={resendAtMs}>
      {stopped && <p role="alert">{tStepUp('stopped', { phone })}</p>}
      <Button variant="ghost" onClick={onChangeNumber}>
        {t('change')}
      </Button>
      {children}
    </CodeForm>
  )
}
