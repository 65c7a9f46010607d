import type { Card } from '@puente/contract'
import { Checkbox } from '@puente/ui/checkbox'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { Segmented } from '@puente/ui/segmented'
import { useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import { useCardText } from './card-text.ts'
import { cardsQuery, cardToUse } from './cards.ts'

/**
 * The card to pay with, read with the cards there are.
 * @param chosen what the draft holds
 * @param isAsked whether a card pays at all
 * @returns undefined while the cards are read; null for a card that is entered
 */
export const useChosenCard = (chosen: string | null | undefined, isAsked = true): Card | null | undefined => {
  const cards = useQuery({ ...cardsQuery, enabled: isAsked })
  if (!isAsked) return null
  // Without the list a card can still be entered.
  if (cards.isError) return null
  return cards.data && cardToUse(cards.data.items, chosen)
}

type Props = {
  chosen: string | null | undefined
  onChoose: (cardId: string | null) => void
  saveCard?: boolean
  /** Left out where a new card cannot be kept. */
  onSaveCard?: (save: boolean) => void
}

const NEW = 'new'

/** Which card pays: one that is saved, or a new one, which may be saved on the way. */
export const CardChoice = ({ chosen, onChoose, saveCard = false, onSaveCard }: Props) => {
  const t = useTranslations('cards')
  const tCommon = useTranslations('common')
  const cards = useQuery(cardsQuery)
  const textOf = useCardText()
  const card = useChosenCard(chosen)
  if (card === undefined) {
    return (
      <Loading label={tCommon('loading')}>
        <SkeletonRows count={1} />
      </Loading>
    )
  }
  const items = cards.data?.items ?? []
  return (
    <div className="grid gap-2">
      {items.length === 0 ? (
        <p className="flex gap-3 text-sm text-text-muted">
          <CreditCard aria-hidden="true" className="size-5 shrink-0" />
          <span>
            {cards.isError && <span className="block text-text">{t('listFailed')}</span>}
            {t('enterText')}
          </span>
        </p>
      ) : (
        <Segmented
          label={t('choose')}
          stacked
          value={card?.cardId ?? NEW}
          onChange={(value) => onChoose(value === NEW ? null : value)}
          options={[
            ...items.map((item) => {
              const { name, until } = textOf(item)
              return { value: item.cardId, label: name, description: until, icon: <CreditCard /> }
            }),
            { value: NEW, label: t('new'), description: t('newText'), icon: <Plus /> },
          ]}
        />
      )}
      {card === null && onSaveCard && (
        <Checkbox label={t('save')} checked={saveCard} onChange={(event) => onSaveCard(event.target.checked)} />
      )}
    </div>
  )
}
