import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import HandCoins from 'lucide-react/icons/hand-coins'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { KycDialog } from '#shared/kyc/kyc-dialog.tsx'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'

/** The most common actions. A user who may not do one yet sees the steps to get there. */
export const QuickActions = () => {
  const t = useTranslations('wallet.actions')
  const me = useMe()
  const exists = useScreenExists()
  const [steps, setSteps] = useState(false)
  const all = [
    { key: 'send', path: paths.send.path, icon: <Send aria-hidden="true" className="size-5" />, may: canMoveMoney(me) },
    {
      key: 'request',
      path: paths.requests.path,
      icon: <HandCoins aria-hidden="true" className="size-5" />,
      may: true,
    },
    {
      key: 'addMoney',
      path: paths.deposit.path,
      icon: <ArrowDownToLine aria-hidden="true" className="size-5" />,
      may: me.emailVerified && me.phoneVerified,
    },
    {
      key: 'withdraw',
      path: paths.withdraw.path,
      icon: <ArrowUpFromLine aria-hidden="true" className="size-5" />,
      may: canMoveMoney(me),
    },
  ] as const
  const actions = all.filter(({ path }) => exists(path))

  return (
    <>
      <nav aria-label={t('label')} className="grid auto-cols-fr grid-flow-col gap-3">
        {actions.map(({ key, path, icon, may }, place) => {
          // On a phone three stand beside each other, so the icon goes above the words.
          const look = `${buttonClass({ variant: place === 0 ? 'primary' : 'secondary', full: true })} max-sm:flex-col max-sm:gap-1 max-sm:px-1! max-sm:py-2 max-sm:text-center max-sm:text-sm max-sm:leading-tight`
          return may ? (
            <Link key={key} to={path as ScreenPath as string} className={look}>
              {icon}
              {t(key)}
            </Link>
          ) : (
            <button key={key} type="button" className={look} onClick={() => setSteps(true)}>
              {icon}
              {t(key)}
            </button>
          )
        })}
      </nav>
      {steps && <KycDialog onClose={() => setSteps(false)} />}
    </>
  )
}
