import type { ApproverRow } from '@puente/contract'
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

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx').then((part) => part.RuleDialog))
const ConfirmDialog = lazyPart(() => import('#lib/layout/confirm-dialog.tsx').then((part) => part.ConfirmDialog))

/** One who approves the user's payments: what, what is about to change and when, and the ways to change it. */
export const ApproverCard = ({ approver }: { approver: ApproverRow }) => {
  const t = useTranslations('approvers')
  const formats = useFormats()
  const wordsOf = useRuleWords('mine')
  const image = useFileUrl(approver.image)
  const { fullName: name, state, rule, next, endsAt, decidesFrom } = approver
  const notes = [
    state === 'invited' ? t('waitsForAnswer', { name }) : null,
    endsAt === null ? null : t('endsAt', { at: formats.dateTime(endsAt) }),
    next === null ? null : t('nextAt', { at: formats.dateTime(next.at), rule: wordsOf(next.rule) }),
    decidesFrom === null ? null : t('decidesFrom', { at: formats.dateTime(decidesFrom) }),
  ].filter((note) => note !== null)
  return (
    <li className="grid gap-3 px-4 py-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={name} src={image} />
        <div className="grid min-w-0 grow wrap-anywhere">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-text-muted">@{approver.publicTransactionId}</p>
        </div>
        <Badge tone={state === 'active' && endsAt === null ? 'positive' : 'waiting'}>{t(`badges.${state}`)}</Badge>
      </div>
      <p>{wordsOf(rule)}</p>
      {notes.map((note) => (
        <p key={note} className="text-sm text-text-muted">
          {note}
        </p>
      ))}
      <Acts approver={approver} />
    </li>
  )
}

const Acts = ({ approver }: { approver: ApproverRow }) => {
  const t = useTranslations('approvers')
  const tCommon = useTranslations('common')
  const [asked, setAsked] = useState<'change' | 'remove' | null>(null)
  const { userId, fullName: name, state, next, endsAt } = approver
  const close = () => setAsked(null)
  const isInvited = state === 'invited'
  const remove = useApproverAct('removeApprover', t(isInvited ? 'withdrawn' : 'removing', { name }), close)
  const keep = useApproverAct('keepApprover', t('kept'))
  return (
    <div className="flex flex-wrap gap-2">
      {endsAt === null && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('changeWho', { name })}
          onClick={() => setAsked('change')}
        >
          {t('change')}
        </Button>
      )}
      {(endsAt !== null || next !== null) && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('keepWho', { name })}
          pending={keep.isPending}
          pendingLabel={tCommon('working')}
          onClick={() => !keep.isPending && keep.mutate({ userId })}
        >
          {t('keep')}
        </Button>
      )}
      {endsAt === null && (
        <Button
          variant="ghost"
          size="small"
          aria-label={t(isInvited ? 'withdrawWho' : 'removeWho', { name })}
          pending={isInvited && remove.isPending}
          pendingLabel={tCommon('working')}
          onClick={() => (isInvited ? !remove.isPending && remove.mutate({ userId }) : setAsked('remove'))}
        >
          {t(isInvited ? 'withdraw' : 'remove')}
        </Button>
      )}
      <Suspense>
        {asked === 'change' && (
          <RuleDialog person={{ userId, fullName: name }} rule={approver.rule} hasOthers={false} onClose={close} />
        )}
        {asked === 'remove' && (
          <ConfirmDialog
            title={t('removeTitle', { name })}
            description={t('removeText', { name })}
            action={t('remove')}
            keep={t('back')}
            pending={remove.isPending}
            onConfirm={() => remove.mutate({ userId })}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}
