/** By which ways a request can be paid now. */
import { PAY_METHODS, type PayMethod } from '@puente/contract'
import { Segmented } from '@puente/ui/segmented'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { useMe } from '#lib/session/me.ts'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { useFeeText } from '#shared/payment/fee-text.ts'
import { payMethods } from '#shared/payment/pay-methods.ts'
import { RailPaused } from '#shared/payment/rail-paused.tsx'

const icons = { wallet: <Wallet />, card: <CreditCard />, paypal: <WalletCards />, zelle: <Landmark /> } as const

/** The ways that are open, in order, and a word about each that is not. */
export const useWays = () => {
  const config = useQuery(configQuery).data
  const standings = PAY_METHODS.map((key) => ({
    key,
    standing: config?.rails.find(({ rail }) => rail === payMethods[key].rail),
  }))
  return {
    open: standings.filter(({ standing }) => standing?.on !== false).map(({ key }) => key),
    paused: standings.map(
      ({ key, standing }) => standing?.on === false && <RailPaused key={key} standing={standing} />,
    ),
  }
}

type Props = { open: readonly PayMethod[]; method: PayMethod | null; onChoose: (method: PayMethod) => void }

/** The choice among them, each with its fee. */
export const WaysToPay = ({ open, method, onChoose }: Props) => {
  const t = useTranslations('requests.pay')
  const tSend = useTranslations('transfers.send')
  const config = useQuery(configQuery).data
  const feeText = useFeeText(config?.fees ?? [])
  const balanceText = useBalanceText()
  const { wallet } = useMe()
  return (
    <Segmented
      label={t('how')}
      stacked
      value={method}
      onChange={onChoose}
      options={open.map((key) => ({
        value: key,
        label: tSend(`methods.${payMethods[key].like}`),
        description:
          key === 'wallet'
            ? `${tSend('amount.balance', { amount: balanceText(wallet.USD) })} · ${feeText('in-app')}`
            : `${feeText(payMethods[key].operation)} · ${tSend(`speed.${payMethods[key].like}`)}`,
        icon: icons[key],
      }))}
    />
  )
}
