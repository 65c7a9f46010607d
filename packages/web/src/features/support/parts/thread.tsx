import type { TicketWithMessages } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { ticketQuery } from '../api/support.ts'
import { useAttachments } from '../api/attachments.ts'
import { AttachFiles } from './attach-files.tsx'
import { MessageField } from './message-field.tsx'
import { SentFile } from './sent-file.tsx'
import { TicketBadge } from './ticket-row.tsx'

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    reply: { description?: string }
  }
}

/** What was written in a ticket, and the place to write on. */
export const Thread = ({ id }: { id: string }) => {
  const t = useTranslations('common')
  const ticket = useQuery(ticketQuery(id))
  if (ticket.data)
    return (
      <div className="grid gap-4">
        <Messages ticket={ticket.data} />
        <Reply ticket={ticket.data} />
      </div>
    )
  if (ticket.isError) return <LoadFailed {...failureOf(ticket)} />
  return (
    <Loading label={t('loading')}>
      <SkeletonRows count={3} />
    </Loading>
  )
}

const linkClass =
  'inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-4 justify-self-start'

const Messages = ({ ticket }: { ticket: TicketWithMessages }) => {
  const t = useTranslations('support')
  const formats = useFormats()
  return (
    <Card title={t(`modules.${ticket.module}`)} action={<TicketBadge state={ticket.state} />}>
      <p className="text-text-muted">{t(`next.${ticket.state}`)}</p>
      {ticket.disputeId !== null && (
        <Link to={paths.disputesDetail.path} state={{ dispute: ticket.disputeId }} className={linkClass}>
          {t('toDispute')}
        </Link>
      )}
      {ticket.disputeId === null && ticket.transactionId !== null && (
        <Link to={paths.movementsDetail.path} state={{ movement: ticket.transactionId }} className={linkClass}>
          {t('toTransaction')}
        </Link>
      )}
      <ol aria-label={t('messages')} aria-live="polite" className="grid gap-3">
        {ticket.messages.map(({ id, from, text, files, at }) => (
          <li
            key={id}
            className={`grid max-w-[88%] gap-1 rounded-lg px-4 py-3 ${from === 'you' ? 'justify-self-end bg-brand-soft' : 'justify-self-start bg-surface-sunken'}`}
          >
            <span className="text-sm font-semibold">{t(`from.${from}`)}</span>
            <span className="whitespace-pre-line wrap-anywhere">{text}</span>
            {files.map((file) => (
              <SentFile key={file.id} file={file} />
            ))}
            <time dateTime={at} className="text-sm text-text-muted">
              {formats.dateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Reply = ({ ticket }: { ticket: TicketWithMessages }) => {
  const t = useTranslations('support')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const { draft, change, keepNow } = useDraft('reply', ticket.id)
  const attachments = useAttachments()
  const [isTried, setTried] = useState(false)
  const description = draft.description ?? ''
  const send = useMutation({
    mutationFn: async () =>
      call('replyTicket', { ticketId: ticket.id, description: description.trim(), ...(await attachments.upload()) }),
    onSuccess: (thread) => {
      client.setQueryData(queryKeys.ticket(ticket.id), thread)
      void client.invalidateQueries({ queryKey: queryKeys.ticketList })
      keepNow({ description: '' })
      attachments.clear()
      setTried(false)
    },
    onError: attachments.showError,
  })
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (description.trim() !== '' && !send.isPending) send.mutate()
      }}
    >
      <MessageField
        label={t('reply')}
        {...(ticket.state === 'closed' && { hint: t('reopens') })}
        rows={3}
        value={description}
        isMissing={isTried && description.trim() === ''}
        onChange={(text) => change({ description: text })}
      />
      <AttachFiles attachments={attachments} />
      <Button type="submit" pending={send.isPending} pendingLabel={tCommon('working')}>
        {t('send')}
      </Button>
    </form>
  )
}
