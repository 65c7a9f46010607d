import type { ApprovingRow } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useApproverAct } from '../api/approvers.ts'
import { useRuleWords } from './rule-words.ts'

const ConfirmDialog = lazyPart(() => import('#lib/layout/confirm-dialog.tsx').then((part) => part.ConfirmDialog))

/** One for whom the user approves, or who asks them to. */
export const ApprovingCard = ({ person }: { person: ApprovingRow }) => {
  const t = useTranslations('approvers')
  const formats = useFormats()
  const wordsOf = useRuleWords('theirs')
  const image = useFileUrl(person.image)
  const { fullName: name, state, rule, since, endsAt } = person
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={name} src={image} />
        <div className="grid min-w-0 grow wrap-anywhere">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-text-muted">@{person.publicTransactionId}</p>
        </div>
        <Badge tone={state === 'active' ? 'positive' : 'waiting'}>{t(`badges.${state}`)}</Badge>
      </div>
      {state === 'invited' ? (
        <p>{t('asksYou', { name, rule: wordsOf(rule) })}</p>
      ) : (
        <>
          <p>{wordsOf(rule)}</p>
          <p className="text-sm text-text-muted">
            {endsAt === null
              ? t('since', { day: formats.date(since) })
              : t('theirEndsAt', { at: formats.dateTime(endsAt) })}
          </p>
        </>
      )}
      {state === 'invited' ? <Answer person={person} /> : <Leave person={person} />}
    </li>
  )
}

const Answer = ({ person: { userId, fullName: name } }: { person: ApprovingRow }) => {
  const t = useTranslations('approvers')
  const tCommon = useTranslations('common')
  const accept = useApproverAct('answerApprover', t('accepted', { name }))
  const decline = useApproverAct('answerApprover', t('declined'))
  const isPending = accept.isPending || decline.isPending
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        aria-label={t('acceptWho', { name })}
        pending={accept.isPending}
        pendingLabel={tCommon('working')}
        onClick={() => !isPending && accept.mutate({ userId, decision: 'accept' })}
      >
        {t('accept')}
      </Button>
      <Button
        variant="secondary"
        size="small"
        aria-label={t('declineWho', { name })}
        pending={decline.isPending}
        pendingLabel={tCommon('working')}
        onClick={() => !isPending && decline.mutate({ userId, decision: 'decline' })}
      >
        {t('decline')}
      </Button>
    </div>
  )
}

const Leave = ({ person: { userId, fullName: name } }: { person: ApprovingRow }) => {
  const t = useTranslations('approvers')
  const [isAsked, setIsAsked] = useState(false)
  const leave = useApproverAct('leaveApprover', t('left', { name }), () => setIsAsked(false))
  return (
    <div>
      <Button variant="ghost" size="small" aria-label={t('leaveWho', { name })} onClick={() => setIsAsked(true)}>
        {t('leave')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={t('leaveTitle', { name })}
            description={t('leaveText', { name })}
            action={t('leave')}
            keep={t('back')}
            pending={leave.isPending}
            onConfirm={() => leave.mutate({ userId })}
            onClose={() => setIsAsked(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
