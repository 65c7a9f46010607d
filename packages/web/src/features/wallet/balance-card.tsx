import { Card } from '@puente/ui/card'
import { IconButton } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/format.ts'
import { useMe } from '#lib/me.ts'
import { changeSettings, readSettings } from '#lib/settings.ts'

/** Longer amounts are set smaller, so that a narrow phone shows them whole. */
const HERO_LENGTH = 11

/** What can be spent, large, with a switch for eyes beside one's own. */
export const BalanceCard = () => {
  const t = useTranslations('wallet.balance')
  const formats = useFormats()
  const { wallet, held } = useMe()
  const amount = formats.money(wallet.USD)
  const [hidden, setHidden] = useState(() => readSettings().balanceHidden)

  const toggle = () => {
    changeSettings({ balanceHidden: !hidden })
    setHidden(!hidden)
  }

  return (
    <Card
      tone="hero"
      title={t('label')}
      action={
        <IconButton
          tone="hero"
          label={t(hidden ? 'show' : 'hide')}
          icon={hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={toggle}
        />
      }
    >
      <p data-testid="balance">
        <Money
          cents={wallet.USD}
          locale={formats.locale}
          size={amount.length > HERO_LENGTH ? 'xl' : 'hero'}
          hidden={hidden}
          hiddenLabel={t('hidden')}
        />
      </p>
      {held.USD > 0 && !hidden && (
        <p className="text-sm text-on-hero-muted">{t('held', { amount: formats.money(held.USD) })}</p>
      )}
    </Card>
  )
}
