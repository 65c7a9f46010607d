import type { Me } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useOneAtATime } from '#lib/forms/one-at-a-time.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'
import { Why } from '#shared/support/why.tsx'
import { reloadMe, useMe } from '#lib/session/me.ts'

const ConfirmDialog = lazyPart(() => import('#lib/layout/confirm-dialog.tsx').then((part) => part.ConfirmDialog))

/** Whether a failed call was given up by the person, who closed the question for a proof. */
const wasGivenUp = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'stepUpRequired'

type Freeze = Me['freezes'][number]

/** Ours holds until we end it; of the owner's own, the one that asks for most. */
const FIRST: readonly Freeze['cause'][] = ['operator', 'notMe', 'lostDevice', 'person']

const leadingOf = (freezes: readonly Freeze[]): Freeze | undefined =>
  freezes.toSorted((a, b) => FIRST.indexOf(a.cause) - FIRST.indexOf(b.cause))[0]

type WhyProps = Freeze & {
  /** From when on its owner can prove who they are; null when they can now. */
  from: string | null
}

/** Who has to do what about the freeze that leads; an operator's has a public reason of its own. */
const WhyFrozen = ({ cause, publicReason, from }: WhyProps) => {
  const t = useTranslations('why')
  const tFreeze = useTranslations('accounts.freeze')
  const reason = cause === 'operator' ? (publicReason ?? 'unusualActivity') : cause
  const waits = cause !== 'operator' && from !== null
  const help = { module: 'account', concerns: { type: 'restriction', code: reason } } as const
  return (
    <Why
      group="restriction"
      reason={reason}
      needed={waits ? tFreeze(cause === 'notMe' ? 'neededNotMe' : 'needed', { from }) : undefined}
      next={waits ? tFreeze('next', { from }) : undefined}
      by={t(cause === 'operator' ? 'noDate' : 'whenYouEndIt')}
      help={help}
    />
  )
}

/** Why it is frozen, each cause with its moment. */
const Causes = ({ freezes }: Pick<Me, 'freezes'>) => {
  const t = useTranslations('accounts.freeze')
  const formats = useFormats()
  return (
    <ul className="grid gap-2">
      {freezes.map(({ cause, publicReason, since }) => (
        <li key={cause}>
          {t(`cause.${cause}`, { at: formats.dateTime(since) })} {publicReason && t(`reason.${publicReason}`)}
        </li>
      ))}
    </ul>
  )
}

/** Freezing, after one question and with no proof; unfreezing with one; or why only Puente can do that. */
export const FreezeCard = () => {
  const t = useTranslations('accounts.freeze')
  const common = useTranslations('common')
  const me = useMe()
  const { show } = useNotices()
  const showError = useShowError()
  const once = useOneAtATime()
  const isFrozen = me.status === 'frozen'
  const formats = useFormats()
  const { data: factors } = useQuery(factorsQuery)
  const from = factors?.provesFrom ? formats.dateTime(factors.provesFrom) : null
  const [isAsked, setAsked] = useState(false)
  const change = useMutation({
    mutationFn: async (key: 'freeze' | 'unfreeze') => {
      await call(key, {})
      await reloadMe()
      return key
    },
    onSuccess: (key) => show('positive', t(key === 'freeze' ? 'done' : 'undone')),
    onSettled: () => setAsked(false),
    onError: (error) => {
      if (!wasGivenUp(error)) void showError(error)
    },
  })
  const part = useHeadingAfter(change.data)
  if (!isFrozen)
    return (
      <div ref={part}>
        <Card title={t('title')}>
          <p className="text-text-muted">{t('text')}</p>
          <Button variant="secondary" onClick={() => setAsked(true)}>
            {t('action')}
          </Button>
          {isAsked && (
            <Suspense>
              <ConfirmDialog
                title={t('ask.title')}
                description={from === null ? t('ask.text') : t('ask.later', { from })}
                action={t('ask.confirm')}
                pending={change.isPending}
                onConfirm={() => once(() => change.mutateAsync('freeze'))}
                onClose={() => setAsked(false)}
              />
            </Suspense>
          )}
        </Card>
      </div>
    )
  const leading = leadingOf(me.freezes)
  const isOurs = leading?.cause === 'operator'
  return (
    <div ref={part}>
      <Card title={t('frozenTitle')}>
        <Banner tone="waiting" title={t('frozenLead')}>
          <Causes freezes={me.freezes} />
        </Banner>
        {isOurs && (
          <p className="text-text-muted">
            {t('ours')} {me.freezes.length > 1 && t('thenYours')}{' '}
            {/* Where we are not sure of the person, what is needed says so already. */}
            {leading.publicReason !== 'identityDoubt' && t('appeal')}
          </p>
        )}
        {leading && <WhyFrozen {...leading} from={from} />}
        {!isOurs && from === null && (
          <>
            <p className="text-text-muted">{t('unfreezeText')}</p>
            <Button
              pending={change.isPending}
              pendingLabel={common('working')}
              onClick={() => once(() => change.mutateAsync('unfreeze'))}
            >
              {t('unfreeze')}
            </Button>
          </>
        )}
      </Card>
    </div>
  )
}
