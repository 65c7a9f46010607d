import type { FoundPerson } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import HandCoins from 'lucide-react/icons/hand-coins'
import Send from 'lucide-react/icons/send'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { BlockPerson } from '#shared/contacts/block-person.tsx'
import { canMoveMoney, hasContacts } from '#shared/kyc/kyc-step.ts'
import { startSend } from '#shared/payment/send-draft.ts'
import { startRequest } from '#shared/payment/request-draft.ts'
import { amountIn } from '#shared/people/person-link.ts'

const KycDialog = lazyPart(() => import('#shared/kyc/kyc-dialog.tsx').then((part) => part.KycDialog))

const personQuery = (handle: string) =>
  queryOptions({
    queryKey: queryKeys.person(handle),
    queryFn: ({ signal }) => call('publicProfile', { publicTransactionId: handle.toLowerCase() }, { signal }),
  })

/** Who a person is, as far as everyone may know, and what can be done with them. */
export const PersonScreen = ({ handle }: { handle: string }) => {
  const t = useTranslations('contacts.person')
  const tCommon = useTranslations('common')
  const person = useQuery(personQuery(handle))
  return (
    <Screen width="form">
      {person.data ? (
        <Person person={person.data} />
      ) : person.error instanceof ApiRefusal && person.error.code === 'userNotFound' ? (
        <EmptyState
          picture={<EmptyListPicture />}
          title={t('unknown')}
          text={t('unknownText')}
          action={
            <Link to={paths.home.path} className={buttonClass({ variant: 'secondary' })}>
              {t('home')}
            </Link>
          }
        />
      ) : person.isError ? (
        <LoadFailed {...failureOf(person)} />
      ) : (
        <Loading label={tCommon('loading')}>
          <div className="grid justify-items-center gap-4 py-6">
            <Skeleton shape="circle" />
            <Skeleton shape="title" />
            <Skeleton shape="block" />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

const Person = ({ person }: { person: FoundPerson }) => {
  const t = useTranslations('contacts.person')
  const me = useMe()
  const image = useFileUrl(person.image)
  const { fullName, publicTransactionId: handle, business } = person
  return (
    <>
      <Card>
        <div className="grid justify-items-center gap-2 text-center">
          <Avatar name={fullName} src={image} size="lg" />
          <h2 className="max-w-full text-xl font-semibold wrap-anywhere">{fullName}</h2>
          <p className="text-text-muted">@{handle}</p>
          {business && <Badge tone="info">{t('business')}</Badge>}
        </div>
        {handle === me.publicTransactionId ? (
          <Link to={paths.requestQr.path} className={buttonClass({ variant: 'secondary', full: true })}>
            {t('own')}
          </Link>
        ) : (
          <Acts person={person} />
        )}
      </Card>
      {handle !== me.publicTransactionId && <BlockThem person={person} />}
    </>
  )
}

const BlockThem = ({ person: { publicTransactionId: handle, fullName } }: { person: FoundPerson }) => {
  const router = useRouter()
  // To the one who blocked them they are not there any more.
  return (
    <BlockPerson handle={handle} name={fullName} onBlocked={() => router.history.replace(paths.settingsBlocked.path)} />
  )
}

/** Sending takes a verified identity, asking verified contacts. */
const Acts = ({ person }: { person: FoundPerson }) => {
  const t = useTranslations('contacts.person')
  const formats = useFormats()
  const router = useRouter()
  const me = useMe()
  const [steps, setSteps] = useState(false)
  const amount = amountIn(useLocation({ select: ({ searchStr }) => searchStr }))
  const { publicTransactionId: handle, fullName, image } = person
  const send = () =>
    startSend(router, {
      recipient: { toUser: handle, email: handle, fullName, image },
      ...(amount !== null && { amount }),
    })
  return (
    <div className="grid gap-2.5">
      <Button
        full
        icon={<Send aria-hidden="true" className="size-5" />}
        onClick={() => (canMoveMoney(me) ? send() : setSteps(true))}
      >
        {amount === null ? t('send') : t('sendAmount', { amount: formats.money(amount) })}
      </Button>
      <Button
        variant="secondary"
        full
        icon={<HandCoins aria-hidden="true" className="size-5" />}
        onClick={() => (hasContacts(me) ? startRequest(router, person) : setSteps(true))}
      >
        {t('request')}
      </Button>
      {steps && (
        <Suspense>
          <KycDialog onClose={() => setSteps(false)} />
        </Suspense>
      )}
    </div>
  )
}
