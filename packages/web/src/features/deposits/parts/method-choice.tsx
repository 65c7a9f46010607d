import type { Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Segmented } from '@puente/ui/segmented'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import WalletCards from 'lucide-react/icons/wallet-cards'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFeeText } from '#shared/payment/fee-text.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'
import { depositMethods, type DepositMethod } from './deposit-methods.ts'

const icons = { card: <CreditCard />, paypal: <WalletCards />, zelle: <Landmark /> } as const

type Props = {
  config: Result<'config'>
  open: readonly DepositMethod[]
  method: DepositMethod
  /** The chosen way has closed: none is chosen until the person picks another. */
  isClosed: boolean
  onChoose: (method: DepositMethod) => void
  /** What the chosen way asks for. */
  children: ReactNode
}

/** The ways to add money, each with its fee and its speed; of one that is paused, until when. */
export const MethodChoice = ({ config: { fees, rails }, open, method, isClosed, onChoose, children }: Props) => {
  const t = useTranslations('transfers.deposit')
  const feeText = useFeeText(fees)
  const tWays = useTranslations('money.ways')
  const paused = rails.filter(({ rail, on }) => !on && rail in depositMethods)
  const chosen = paused.find(({ rail }) => rail === method)
  return (
    <>
      {chosen && (
        <RailPaused
          standing={chosen}
          action={
            <span className="flex flex-wrap gap-2">
              {open.map((way) => (
                <Button key={way} variant="secondary" size="small" onClick={() => onChoose(way)}>
                  {tWays(way)}
                </Button>
              ))}
            </span>
          }
        >
          {t('chooseAnother')}
        </RailPaused>
      )}
      <Segmented
        label={t('how')}
        stacked
        value={isClosed ? null : method}
        onChange={onChoose}
        options={open.map((way) => ({
          value: way,
          label: t(`method.${way}`),
          description: `${feeText(depositMethods[way].operation)} \u00b7 ${t(`speed.${way}`)}`,
          icon: icons[way],
        }))}
      />
      {children}
      {paused.map((standing) => standing !== chosen && <RailPaused key={standing.rail} standing={standing} />)}
    </>
  )
}
