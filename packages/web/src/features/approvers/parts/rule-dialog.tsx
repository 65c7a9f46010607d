import type { ApproverRule } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Checkbox } from '@puente/ui/checkbox'
import { Dialog } from '@puente/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { useApproverAct } from '../api/approvers.ts'

/** What is proposed to somebody who has no approver yet. */
const USUAL: ApproverRule = { newPayee: true, aboveCents: 20_000 }

type Props = {
  person: { userId: string; fullName: string }
  /** What holds so far; null of somebody who is to be invited. */
  rule: ApproverRule | null
  /** Somebody else approves already. */
  hasOthers: boolean
  onClose: () => void
}

type Errors = { rule?: string; amount?: string }

/** What an approver is to approve. */
export const RuleDialog = ({ person, rule, hasOthers, onClose }: Props) => {
  const t = useTranslations('approvers.rule')
  const tApprovers = useTranslations('approvers')
  const tCommon = useTranslations('common')
  const [first, setFirst] = useState((rule ?? USUAL).newPayee)
  const [isAbove, setIsAbove] = useState((rule ?? USUAL).aboveCents !== null)
  const [cents, setCents] = useState((rule ?? USUAL).aboveCents)
  const [isUnread, setIsUnread] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const name = person.fullName
  const invite = useApproverAct('inviteApprover', tApprovers('invited', { name }), onClose)
  const change = useApproverAct('changeApprover', tApprovers('changed'), onClose)
  const isPending = invite.isPending || change.isPending

  const save = () => {
    if (isPending || isUnread) return
    if (!first && !isAbove) return setErrors({ rule: t('empty') })
    if (isAbove && cents === null) return setErrors({ amount: t('aboveMissing') })
    const input = { userId: person.userId, rule: { newPayee: first, aboveCents: isAbove ? cents : null } }
    if (rule === null) invite.mutate(input)
    else change.mutate(input)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('for', { name })}
      closeLabel={tCommon('close')}
      actions={
        <Button pending={isPending} pendingLabel={tCommon('working')} onClick={save}>
          {t(rule === null ? 'invite' : 'save')}
        </Button>
      }
    >
      <fieldset disabled={isPending} className="grid min-w-0 gap-3">
        <legend className="sr-only">{t('title')}</legend>
        <Checkbox
          label={t('newPayee')}
          checked={first}
          error={errors.rule}
          onChange={(event) => {
            setErrors({})
            setFirst(event.target.checked)
          }}
        />
        <Checkbox
          label={t('above')}
          checked={isAbove}
          onChange={(event) => {
            setErrors({})
            setIsAbove(event.target.checked)
          }}
        />
        {isAbove && (
          <AmountField
            label={t('aboveAmount')}
            hint={t('aboveHint')}
            compact
            value={cents}
            error={errors.amount}
            onChange={(next, problem) => {
              setErrors({})
              setIsUnread(problem !== undefined)
              setCents(next)
            }}
          />
        )}
        {rule !== null && <p className="text-sm text-text-muted">{t('looser')}</p>}
        {rule === null && hasOthers && <p className="text-sm text-text-muted">{t('second')}</p>}
      </fieldset>
    </Dialog>
  )
}
