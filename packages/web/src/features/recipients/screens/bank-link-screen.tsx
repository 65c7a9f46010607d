/**
 * Where the bank's page sends people back to. The address is not trusted: the server is asked what came of the visit. Nothing is
 * added before the person says so, and a connection serves once, so that loading the screen again does no harm.
 */
import type { Recipient } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { DonePicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { bankLinkIn, bankLinkQuery, endOfLink, type LinkEnd, useBankLinkOpen } from '../api/bank-link.ts'
import { AddLinked } from '../parts/add-linked.tsx'
import { LinkEnded } from '../parts/link-ended.tsx'
import { RecipientRow } from '../parts/recipient-row.tsx'
import { useChoose } from '../parts/use-choose.ts'

export const BankLinkScreen = () => {
  const router = useRouter()
  const [link] = useState(() => bankLinkIn(new URLSearchParams(router.history.location.search).get('link')))
  const isOpen = useBankLinkOpen()
  return (
    <Screen width="form">
      {isOpen === false ? (
        <LinkEnded standing="closed" />
      ) : link === null ? (
        <LinkEnded standing="unknown" />
      ) : (
        <Visit link={link} />
      )}
    </Screen>
  )
}

/** What the person did at the bank, and then what they chose to add. */
const Visit = ({ link }: { link: string }) => {
  const t = useTranslations('recipients.link')
  const [added, setAdded] = useState<readonly Recipient[] | null>(null)
  const [end, setEnd] = useState<LinkEnd | null>(null)
  const visit = useQuery({ ...bankLinkQuery(link), enabled: added === null && end === null })
  const ended = end ?? endOfLink(visit.error)

  if (added) return added.length === 0 ? <LinkEnded standing="none" /> : <Added items={added} />
  if (ended) return <LinkEnded standing={ended} />
  if (visit.data?.state === 'linked' && visit.data.publicToken !== null) {
    const { publicToken, institution } = visit.data
    return <AddLinked {...{ link, publicToken, institution }} onAdded={setAdded} onEnded={setEnd} />
  }
  if (visit.data) return <LinkEnded standing={visit.data.state === 'waiting' ? 'waiting' : 'left'} />
  if (visit.isError) return <LoadFailed {...failureOf(visit)} />
  return (
    <Loading label={t('waiting.title')}>
      <div className="grid justify-items-center gap-5 py-10">
        <Skeleton shape="circle" />
        <Skeleton shape="title" />
        <Skeleton />
      </div>
    </Loading>
  )
}

const Added = ({ items }: { items: readonly Recipient[] }) => {
  const t = useTranslations('recipients.link.added')
  const choose = useChoose()
  const title = t('title', { count: items.length })
  return (
    <>
      <div className="grid justify-items-center gap-3 pt-4 text-center">
        <DonePicture />
        <output className="grid gap-2">
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="text-text-muted">{t('text')}</p>
        </output>
      </div>
      <List label={title}>
        {items.map((recipient) => (
          <RecipientRow key={recipient.id} recipient={recipient} onChoose={() => choose(recipient)} />
        ))}
      </List>
      <ScreenAction>
        <Link
          to={paths.settingsBankAccounts.path}
          className={buttonClass({ variant: 'secondary', size: 'large', full: true })}
        >
          {t('later')}
        </Link>
      </ScreenAction>
    </>
  )
}
