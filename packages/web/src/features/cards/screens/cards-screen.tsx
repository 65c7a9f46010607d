import type { Card as SavedCard, Result } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { useCardText } from '#shared/cards/card-text.ts'
import { cardsQuery } from '#shared/cards/cards.ts'
import { provider, useLeaving } from '#shared/payment/provider-page.ts'
import { CardDialog } from '../parts/card-dialog.tsx'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))

/** The saved cards: which is offered first, and adding and removing one. No number is ever here. */
export const CardsScreen = () => {
  const t = useTranslations('cards')
  const tCommon = useTranslations('common')
  const cards = useQuery(cardsQuery)
  return (
    <Screen lead={t('lead')}>
      {cards.data ? (
        <Cards items={cards.data.items} />
      ) : cards.isError ? (
        <LoadFailed {...failureOf(cards)} />
      ) : (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </Screen>
  )
}

const Cards = ({ items }: Result<'listCards'>) => {
  const t = useTranslations('cards')
  const textOf = useCardText()
  const [chosen, setChosen] = useState<SavedCard | null>(null)
  if (items.length === 0) {
    return <EmptyState picture={<EmptyListPicture />} title={t('none')} text={t('noneText')} action={<AddCard />} />
  }
  return (
    <>
      <List label={t('title')}>
        {items.map((card) => {
          const { name, until, isExpired } = textOf(card)
          return (
            <ListRow
              key={card.cardId}
              leading={
                <RowIcon tone={isExpired ? 'waiting' : 'plain'}>
                  <CreditCard />
                </RowIcon>
              }
              title={name}
              subtitle={until}
              trailing={card.default && <Badge tone="positive">{t('first')}</Badge>}
              chevron
              onClick={() => setChosen(card)}
            />
          )
        })}
      </List>
      <AddCard />
      {chosen && <CardDialog card={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** Leads to the provider's page, where the card is entered. */
const AddCard = () => {
  const t = useTranslations('cards')
  const tCommon = useTranslations('common')
  const me = useMe()
  const client = useQueryClient()
  const fail = useShowError()
  const [leaving, setLeaving] = useLeaving()
  const [steps, setSteps] = useState(false)
  const add = useMutation({
    mutationFn: () => call('addCard', { returnTo: 'settings' }),
    onSuccess: ({ url }) => {
      setLeaving(true)
      // What is read when the page comes back has the card in it.
      void client.invalidateQueries({ queryKey: queryKeys.cards, refetchType: 'none' })
      provider.open(url)
    },
    onError: (error) => fail(error),
  })
  const isBusy = add.isPending || leaving
  const isReady = me.emailVerified && me.phoneVerified
  return (
    <>
      <Button
        variant="secondary"
        full
        pending={isBusy}
        pendingLabel={tCommon('working')}
        onClick={() => (isReady ? !isBusy && add.mutate() : setSteps(true))}
      >
        {t('add')}
      </Button>
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </>
  )
}
