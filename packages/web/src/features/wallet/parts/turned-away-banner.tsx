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
  const text = why === 'steps' ? t(`steps.${steps.join('_') as StepsKey}`) : t(why)
  return { title: t(`asked.${asked}`), text }
}

const Told = ({ turned }: { turned: TurnedAway }) => {
  const t = useTranslations('shell')
  const { title, text } = useWords(turned)
  const next = turned.steps[0]
  const ways = {
    steps: next && { to: stepScreens[next], label: t(`kyc.actions.${next}`) },
    review: { to: paths.kycSuccess.path, label: t('turnedAway.status') },
    denied: { to: paths.kyc.path, label: t('turnedAway.seeWhy') },
    expired: { to: paths.kyc.path, label: t('turnedAway.addId') },
    done: undefined,
  }
  const way = ways[turned.why]
  return (
    <Banner
      tone={turned.why === 'done' ? 'info' : 'waiting'}
      title={title}
      {...(way && {
        action: (
          <Link to={way.to as string} className={buttonClass({ size: 'small' })}>
            {way.label}
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
