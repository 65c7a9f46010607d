import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { clock } from '#lib/browser/clock.ts'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { reloadMe, useMe } from '#lib/session/me.ts'
import { CodeForm } from './code-form.tsx'
import { confirmPhone, requestPhoneCode } from '../api/phone-code.ts'
import type { SentCode } from '../api/sent-code.ts'

type Props = {
  sent: SentCode
  onVerified: () => Promise<void>
  onChangeNumber: () => void
  children?: ReactNode
}

const LOOK_MS = 3_000

/** Enter the code of the text message. */
export const PhoneCodeForm = ({ sent, onVerified, onChangeNumber, children }: Props) => {
  const t = useTranslations('auth.codeStep')
  const { show } = useNotices()
  const tStepUp = useTranslations('stepUp')
  const me = useMe()
  const phone = phoneText(me.phone ?? '').replaceAll(' ', '\u00a0')
  const [latest, setLatest] = useState(sent)
  // Whether the carrier took the text is known a moment after it was asked for.
  useEffect(() => clock.after(LOOK_MS, () => void reloadMe().catch(() => undefined)), [latest])

  const confirm = async (code: string) => {
    await confirmPhone(code)
    show('positive', t('verified'))
    await onVerified()
  }
  const resend = async () => setLatest(await requestPhoneCode())

  return (
    <CodeForm
      label={t('code')}
      submitLabel={t('verify')}
      onCode={confirm}
      onResend={resend}
      resendAt={latest.resendAtMs}
    >
      {me.textsStopped && <p role="alert">{tStepUp('stopped', { phone })}</p>}
      <Button variant="ghost" onClick={onChangeNumber}>
        {t('change')}
      </Button>
      {children}
    </CodeForm>
  )
}
