import type { Factor } from '@puente/contract'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Smartphone from 'lucide-react/icons/smartphone'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

const icons: Record<Factor, ReactNode> = {
  passkey: <Fingerprint />,
  totp: <Smartphone />,
  recoveryCode: <LifeBuoy />,
  code: <MessageSquareText />,
  password: <KeyRound />,
}

type Props = { title: string; factors: readonly Factor[]; onChoose: (factor: Factor) => void }

/** The ways to confirm besides the one that is shown; nothing where there is no other. */
export const OtherWays = ({ title, factors, onChoose }: Props) => {
  const t = useTranslations('stepUp.factors')
  const id = useId()
  if (factors.length === 0) return null
  return (
    <div className="grid gap-2">
      <p id={id} className="text-sm font-semibold text-text-muted">
        {title}
      </p>
      <List labelledBy={id}>
        {factors.map((factor) => (
          <ListRow
            key={factor}
            leading={<RowIcon>{icons[factor]}</RowIcon>}
            title={t(factor)}
            chevron
            onClick={() => onChoose(factor)}
          />
        ))}
      </List>
    </div>
  )
}
