import type { Recipient } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import Building2 from 'lucide-react/icons/building-2'
import Landmark from 'lucide-react/icons/landmark'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'

/** A bank account in words: its bank, or the kind of account where that is not known, and the last four digits. */
export const useAccountText = () => {
  const t = useTranslations('recipients')
  return ({ bankName, accountType, accountNumber }: Pick<Recipient, 'bankName' | 'accountType' | 'accountNumber'>) =>
    `${bankName ?? t(`accountTypes.${accountType}`)} ${accountNumber}`
}

/** A bank account, with what stands in its way. */
export const RecipientRow = ({ recipient, onChoose }: { recipient: Recipient; onChoose: () => void }) => {
  const t = useTranslations('recipients')
  const accountText = useAccountText()
  const isCooling = recipient.coolingUntil !== null && Date.parse(recipient.coolingUntil) > productNow()
  return (
    <ListRow
      leading={
        <RowIcon tone={recipient.usable ? 'brand' : 'negative'}>
          {recipient.personType === 'business' ? <Building2 /> : <Landmark />}
        </RowIcon>
      }
      title={recipient.fullName}
      subtitle={accountText(recipient)}
      trailing={
        recipient.usable ? (
          isCooling && <Badge tone="neutral">{t('isNew')}</Badge>
        ) : (
          <Badge tone="negative">{t('unusable')}</Badge>
        )
      }
      chevron
      onClick={onChoose}
    />
  )
}
