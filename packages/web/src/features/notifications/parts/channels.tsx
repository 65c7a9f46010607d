/** Whether what goes by a channel arrives, and what to do where it does not. */
import type { Result } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { usePush } from './push.ts'

type Reach = Result<'noticePreferences'>['reach']

const Way = ({ name, text, children }: { name: string; text: string; children?: ReactNode }) => (
  <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
    <p className="font-medium">{name}</p>
    <p className="text-sm break-words text-text-muted">{text}</p>
    {children}
  </li>
)

const EMAIL = { on: 'emailOn', unverified: 'emailUnverified', returned: 'emailReturned' } as const
const SMS = { on: 'smsOn', unverified: 'smsUnverified', stopped: 'smsStopped' } as const
const PUSH = { on: 'pushOn', off: 'pushOff', blocked: 'pushBlocked', none: 'pushNone' } as const

const PushWay = () => {
  const t = useTranslations('notifications')
  const { state, isPending, turnOn, turnOff } = usePush()
  if (state === undefined) return null
  return (
    <Way name={t('ways.push')} text={t(`ways.${PUSH[state]}`)}>
      {(state === 'on' || state === 'off') && (
        <div>
          <Button
            size="small"
            variant="secondary"
            pending={isPending}
            pendingLabel={t(state === 'on' ? 'push.turnOff' : 'push.turnOn')}
            onClick={() => void (state === 'on' ? turnOff() : turnOn())}
          >
            {t(state === 'on' ? 'push.turnOff' : 'push.turnOn')}
          </Button>
        </div>
      )}
    </Way>
  )
}

export const Channels = ({ reach }: { reach: Reach }) => {
  const t = useTranslations('notifications.ways')
  const { email, phone } = useMe()
  return (
    <Card title={t('title')}>
      <ul className="grid divide-y divide-border">
        <Way name={t('email')} text={t(EMAIL[reach.email], { email })}>
          {reach.email === 'returned' && (
            <div>
              <Link to={paths.settingsEditEmail.path} className={buttonClass({ variant: 'secondary', size: 'small' })}>
                {t('emailFix')}
              </Link>
            </div>
          )}
        </Way>
        {reach.push === 'on' && <PushWay />}
        {reach.sms !== 'off' && (
          <Way name={t('sms')} text={t(SMS[reach.sms], { phone: phone === null ? '' : phoneText(phone) })} />
        )}
      </ul>
    </Card>
  )
}
