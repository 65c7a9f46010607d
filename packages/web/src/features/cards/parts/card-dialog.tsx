import type { Card } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useCardText } from '#shared/cards/card-text.ts'

type Props = { card: Card; onClose: () => void }

/** What can be done with a saved card; removing it is asked twice. */
export const CardDialog = ({ card, onClose }: Props) => {
  const t = useTranslations('cards')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const { name, until, isExpired } = useCardText()(card)
  const [removing, setRemoving] = useState(false)
  const { cardId } = card

  const end = {
    onError: (error: unknown) => fail(error),
    onSettled: () => {
      onClose()
      void client.invalidateQueries({ queryKey: queryKeys.cards })
    },
  }
  const setDefault = useMutation({
    mutationFn: () => call('setDefaultCard', { cardId }),
    onSuccess: (list) => client.setQueryData(queryKeys.cards, list),
    ...end,
  })
  const remove = useMutation({
    mutationFn: () => call('removeCard', { cardId }),
    onSuccess: () => show('positive', t('removed')),
    ...end,
  })
  const isBusy = setDefault.isPending || remove.isPending

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={removing ? t('removeTitle', { name }) : name}
      description={removing ? t('removeText') : until}
      closeLabel={tCommon('close')}
      actions={
        removing ? (
          <>
            <Button
              variant="danger"
              pending={remove.isPending}
              pendingLabel={tCommon('working')}
              onClick={() => !isBusy && remove.mutate()}
            >
              {t('remove')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {t('keep')}
            </Button>
          </>
        ) : (
          <>
            {!card.default && !isExpired && (
              <Button
                pending={setDefault.isPending}
                pendingLabel={tCommon('working')}
                onClick={() => !isBusy && setDefault.mutate()}
              >
                {t('makeFirst')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
          </>
        )
      }
    />
  )
}
