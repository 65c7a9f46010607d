import type { Recipient } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { RowIcon } from '@puente/ui/list-row'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { isUnproved, useErrorText } from '#lib/forms/use-show-error.ts'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useMe } from '#lib/session/me.ts'
import { Refused } from '#shared/payment/refused.tsx'
import { endOfLink, type LinkEnd } from '../api/bank-link.ts'

type Props = {
  link: string
  /** Serves once. */
  publicToken: string
  /** The bank's name; null where it gave none. */
  institution: string | null
  onAdded: (items: readonly Recipient[]) => void
  onEnded: (end: LinkEnd) => void
}

const isAddressMissing = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'addressMissing'

/** Asks whether the accounts of a connected bank should be added. It stays connected while an address is missing. */
export const AddLinked = ({ link, publicToken, institution, onAdded, onEnded }: Props) => {
  const t = useTranslations('recipients.link')
  const tCommon = useTranslations('common')
  const me = useMe()
  const client = useQueryClient()
  const textOf = useErrorText()
  const [refusal, setRefusal] = useState<{ text: string; isOwn: boolean } | null>(null)
  const bank = institution ?? t('yourBank')
  const add = useMutation({
    mutationFn: () =>
      call('exchangeBankLink', { link, publicToken, userName: me.fullName, institution: institution ?? bank }),
    onMutate: () => setRefusal(null),
    onSuccess: ({ items }) => {
      void client.invalidateQueries({ queryKey: queryKeys.recipients })
      onAdded(items)
    },
    onError: async (error) => {
      const end = endOfLink(error)
      if (end) return onEnded(end)
      return isAddressMissing(error) ? undefined : setRefusal({ text: await textOf(error), isOwn: isUnproved(error) })
    },
  })

  if (me.address === null || isAddressMissing(add.error)) {
    return (
      <Banner
        tone="waiting"
        title={t('address.title')}
        action={
          <Link to={paths.settingsEditAddress.path as string} className={buttonClass({ size: 'small' })}>
            {t('address.action')}
          </Link>
        }
      >
        {t('address.text')}
      </Banner>
    )
  }
  return (
    <>
      <div className="grid justify-items-center gap-3 pt-4 text-center">
        <RowIcon tone="brand">
          <Landmark />
        </RowIcon>
        <h2 className="text-xl font-semibold text-balance">{t('found.title', { bank })}</h2>
        <p className="text-pretty text-text-muted">{t('found.text')}</p>
      </div>
      <Refused title={t('notAdded')} text={refusal?.text ?? null} isOwn={refusal?.isOwn ?? false} />
      <ScreenAction>
        <Button
          size="large"
          full
          pending={add.isPending}
          pendingLabel={tCommon('working')}
          onClick={() => !add.isPending && add.mutate()}
        >
          {t('found.action')}
        </Button>
      </ScreenAction>
    </>
  )
}
