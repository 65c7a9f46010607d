import type { Recipient } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useBankLinkOpen } from '../api/bank-link.ts'
import { useReturnText } from '#shared/movement/movement-texts.ts'
import { adviceOnReturn } from '#shared/movement/withdrawal-next.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { recipientsQuery } from '../api/recipients.ts'
import { DeleteDialog } from '../parts/delete-dialog.tsx'
import { LinkBankButton } from '../parts/link-bank-button.tsx'
import { RecipientForm } from '../parts/recipient-form.tsx'

/** A bank account: a new one, or the one named in the history entry. */
export const RecipientFormScreen = () => {
  const t = useTranslations()
  const id = useLocation({ select: ({ state }) => state.bankAccount })
  const recipients = useQuery({ ...recipientsQuery, enabled: id !== undefined })
  if (id === undefined) return <RecipientScreen />
  const recipient = recipients.data?.items.find((one) => one.id === id)
  if (recipient) return <RecipientScreen key={id} recipient={recipient} />
  return (
    <Screen width="form">
      {recipients.isError ? (
        <LoadFailed {...failureOf(recipients)} />
      ) : recipients.data ? (
        <Banner tone="info" title={t('recipients.gone')} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={4} />
        </Loading>
      )}
    </Screen>
  )
}

const RecipientScreen = ({ recipient }: { recipient?: Recipient }) => {
  const t = useTranslations('recipients')
  const tNext = useTranslations('activity.withdrawal.next')
  const client = useQueryClient()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { show } = useNotices()
  const isLinkOpen = useBankLinkOpen()
  const reason = useReturnText()(recipient?.unusableReason)
  const [isDeleting, setDeleting] = useState(false)
  const leave = () => (canGoBack ? router.history.back() : router.history.replace(paths.withdrawBank.path))

  return (
    <Screen width="form" title={recipient ? t('edit') : t('add')}>
      {recipient?.usable === false && (
        <Banner tone="negative" title={t('unusableTitle')}>
          {reason !== null && `${reason} `}
          {tNext(adviceOnReturn({ returnReason: recipient.unusableReason }))}
        </Banner>
      )}
      {!recipient && isLinkOpen === true && (
        <Banner
          tone="info"
          title={t('link.offerTitle')}
          action={<LinkBankButton size="small" label={t('link.title')} />}
        >
          {t('link.offerText')}
        </Banner>
      )}
      <ProofWaits />
      <RecipientForm
        recipient={recipient}
        onSave={async ({ accountNumber, ...body }) => {
          const saved = recipient
            ? await call('updateRecipient', {
                ...body,
                recipientId: recipient.id,
                ...(accountNumber !== undefined && { accountNumber }),
              })
            : await call('addRecipient', { ...body, accountNumber: accountNumber ?? '' })
          await client.invalidateQueries({ queryKey: queryKeys.recipients })
          show('positive', saved.cityWarning ? t('savedCheckCity') : t('saved'))
          leave()
        }}
      />
      {recipient && (
        <Button variant="ghost" full onClick={() => setDeleting(true)}>
          {t('delete.open')}
        </Button>
      )}
      {recipient && isDeleting && (
        <DeleteDialog recipient={recipient} onClose={() => setDeleting(false)} onDeleted={leave} />
      )}
    </Screen>
  )
}
