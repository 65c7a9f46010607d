import { SUPPORT_MODULES, type SupportModule } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useNotices } from '@puente/ui/notice'
import { SelectField } from '@puente/ui/select-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { paths } from '#lib/layout/paths.ts'
import type { Help } from '#shared/support/help.ts'
import { useAttachments } from '../api/attachments.ts'
import { ticketQuery } from '../api/support.ts'
import { AttachFiles } from './attach-files.tsx'
import { MessageField } from './message-field.tsx'

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    ticket: { module?: SupportModule; description?: string }
  }
}

/** A new ticket; what was typed is kept until it is sent. */
export const NewTicket = ({ help }: { help: Help | null }) => {
  const t = useTranslations('support')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const router = useRouter()
  const client = useQueryClient()
  const { show } = useNotices()
  const { draft, change, drop } = useDraft('ticket', JSON.stringify(help))
  const attachments = useAttachments()
  const [isTried, setTried] = useState(false)
  const module = draft.module ?? help?.module ?? ''
  const description = draft.description ?? ''
  const isReady = module !== '' && description.trim() !== ''

  const send = useMutation({
    mutationFn: async () =>
      call('createTicket', {
        module: module as SupportModule,
        description: description.trim(),
        ...(await attachments.upload()),
        ...(help?.transactionId !== undefined && { transactionId: help.transactionId }),
        ...(help?.concerns !== undefined && { concerns: help.concerns }),
      }),
    onSuccess: async ({ ticketId }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.tickets }),
        client.prefetchQuery(ticketQuery(ticketId)),
      ])
      show('positive', t('sent'))
      drop()
      await router.navigate({ to: paths.settingsTicket.path, state: { ticket: ticketId }, replace: true })
    },
    onError: attachments.showError,
  })
  return (
    <Card title={t('new')}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return focusFirstInvalid(() => setTried(true))
          if (!send.isPending) send.mutate()
        }}
      >
        {help?.transactionId !== undefined && (
          <p className="text-text-muted">
            {t('about')}{' '}
            <Link
              to={paths.movementsDetail.path}
              state={{ movement: help.transactionId }}
              className="font-semibold text-brand-text underline underline-offset-4"
            >
              {t('transaction')}
            </Link>
          </p>
        )}
        {help?.concerns !== undefined && (
          <p className="text-text-muted">{`${t('about')} ${t(`concerns.${help.concerns.type}`)}`}</p>
        )}
        <SelectField
          label={t('module')}
          placeholder={t('modulePlaceholder')}
          value={module}
          error={isTried && module === '' ? tErrors('invalidType') : undefined}
          onChange={(event) => change({ module: event.target.value as SupportModule })}
          options={SUPPORT_MODULES.map((value) => ({ value, label: t(`modules.${value}`) }))}
        />
        <MessageField
          label={t('description')}
          hint={t('descriptionHint')}
          rows={6}
          value={description}
          isMissing={isTried && description.trim() === ''}
          onChange={(text) => change({ description: text })}
        />
        <AttachFiles attachments={attachments} />
        <Button type="submit" full pending={send.isPending} pendingLabel={tCommon('working')}>
          {t('send')}
        </Button>
      </form>
    </Card>
  )
}
