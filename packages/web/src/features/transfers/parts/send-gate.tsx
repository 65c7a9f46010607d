import type { Rail } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { readDraft, withDraft } from '#lib/forms/draft.ts'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMoneyUnderWay } from '#shared/payment/money-under-way.ts'
import { RailPaused, useRail, type RailStanding } from '#shared/payment/rail-paused.tsx'
import type { SendDraft, SendMethod } from '#shared/payment/send-draft.ts'
import { sendMethods } from './send-methods.ts'

/** Shows the screens of a method while it is open, and else what works meanwhile. A call under way is left in peace. */
export const SendGate = ({ method, children }: { method: SendMethod; children: ReactNode }) => {
  const standing = useRail(sendMethods[method].rail)
  const isUnderWay = useMoneyUnderWay()
  if (standing?.on !== false || isUnderWay) return children
  return (
    <Screen width="form">
      <RailPaused standing={standing} action={<Alternatives standing={standing} />} />
    </Screen>
  )
}

/** Where a rail leads that is open instead: a withdrawal is another way to get money to a bank account. */
const screenOf = (rail: Rail): ScreenPath =>
  Object.values(sendMethods).find((method) => method.rail === rail)?.start ?? paths.withdraw.path

/** The ways that are open instead of a paused one. Who gets how much goes along to another way of sending. */
export const Alternatives = ({ standing: { alternatives } }: { standing: RailStanding }) => {
  const t = useTranslations()
  const exists = useScreenExists()
  const draft = useLocation({ select: ({ state }) => readDraft('send', state) })
  const open = alternatives.filter((rail) => exists(screenOf(rail)))
  const look = buttonClass({ variant: 'secondary', size: 'small' })
  return (
    <span className="flex flex-wrap gap-2">
      {open.map((rail) => (
        <Link
          key={rail}
          to={screenOf(rail) as string}
          state={draft ? withDraft('send', kept(draft)) : {}}
          className={look}
        >
          {t(`money.ways.${rail}`)}
        </Link>
      ))}
      {open.length === 0 && (
        <Link to={paths.send.path} className={look}>
          {t('transfers.send.otherWay')}
        </Link>
      )}
    </span>
  )
}

const kept = ({ recipient, amount }: SendDraft): SendDraft => ({
  ...(recipient && { recipient }),
  ...(amount !== undefined && { amount }),
})
