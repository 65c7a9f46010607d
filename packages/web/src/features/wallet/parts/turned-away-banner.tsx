import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { stepScreens } from '#shared/kyc/kyc-step.ts'
import { turnedAwayOf, type TurnedAway } from '#shared/kyc/turned-away.ts'

type StepsKey = 'account' | 'account_phone_identity'
type DoneKey = 'phone' | 'identity' | 'limits'

const useWords = ({ asked, steps, why }: TurnedAway) => {
  const t = useTranslations('shell.turnedAway')
  if (why === 'done') return { title: t(`done.${asked as DoneKey}`) }
  const text = why === 'review' ? t('review') : t(`steps.${steps.join('_') as StepsKey}`)
  return { title: t(`asked.${asked}`), text }
}

const Told = ({ turned }: { turned: TurnedAway }) => {
  const t = useTranslations('shell')
  const { title, text } = useWords(turned)
  const next = turned.steps[0]
  const to = next ? stepScreens[next] : turned.why === 'review' ? paths.kycSuccess.path : undefined
  return (
    <Banner
      tone={turned.why === 'done' ? 'info' : 'waiting'}
      title={title}
      {...(to && {
        action: (
          <Link to={to as string} className={buttonClass({ size: 'small' })}>
            {next ? t(`kyc.actions.${next}`) : t('turnedAway.status')}
          </Link>
        ),
      })}
    >
      {text}
    </Banner>
  )
}

/** What a person asked for and was led home from, what is missing for it, and the way there; gone once nothing is missing. */
export const TurnedAwayBanner = ({ from }: { from: string }) => {
  const turned = turnedAwayOf(from, useMe())
  return <div role="alert">{turned && <Told turned={turned} />}</div>
}
