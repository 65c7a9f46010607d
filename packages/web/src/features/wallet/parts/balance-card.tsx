import { Card } from '@puente/ui/card'
import { IconButton } from '@puente/ui/icon-button'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useTranslations } from 'use-intl'
import { Balance } from '#shared/movement/balance.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { changePreferences } from '#lib/session/preferences.ts'
import { useMe } from '#lib/session/me.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** Longer amounts are set smaller, so that a narrow phone shows them whole. */
const HERO_LENGTH = 11

/** What can be spent, large, with a switch that hides it here and everywhere else. */
export const BalanceCard = () => {
  const t = useTranslations('wallet.balance')
  const formats = useFormats()
  const fail = useShowError()
  const { wallet, held, hideBalance: hidden } = useMe()
  const amount = formats.money(wallet.USD)
  return (
    <Card
      tone="hero"
      title={t('label')}
      action={
        <IconButton
          tone="hero"
          label={t(hidden ? 'show' : 'hide')}
          icon={hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => void changePreferences({ hideBalance: !hidden }).catch(fail)}
        />
      }
    >
      <p data-testid="balance">
        <Balance cents={wallet.USD} size={amount.length > HERO_LENGTH ? 'xl' : 'hero'} />
      </p>
      {held.USD > 0 && !hidden && (
        <p className="text-sm text-on-hero-muted">{t('held', { amount: formats.money(held.USD) })}</p>
      )}
    </Card>
  )
}
