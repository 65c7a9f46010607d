/** Who approves the user's payments, what waits for the user's own word, and for whom they approve. */
import { APPROVERS_MAX, type FoundPerson } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { List } from '@puente/ui/list-row'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { DecisionList } from '#shared/approval/decision-list.tsx'
import { approversQuery } from '../api/approvers.ts'
import { ApproverCard } from '../parts/approver-card.tsx'
import { ApprovingCard } from '../parts/approving-card.tsx'

const RuleDialog = lazyPart(() => import('../parts/rule-dialog.tsx').then((part) => part.RuleDialog))
const PersonDialog = lazyPart(() => import('#shared/people/person-dialog.tsx').then((part) => part.PersonDialog))

export const ApproversScreen = () => {
  const t = useTranslations('approvers')
  const tCommon = useTranslations('common')
  const both = useQuery(approversQuery)
  return (
    <Screen width="form" lead={t('lead')}>
      <DecisionList />
      {both.data ? (
        <>
          <section aria-labelledby="mine" className="grid gap-3">
            <h2 id="mine" className="text-lg font-semibold">
              {t('mine')}
            </h2>
            {both.data.approvers.length === 0 ? (
              <p className="text-text-muted">{t('none')}</p>
            ) : (
              <List labelledBy="mine">
                {both.data.approvers.map((approver) => (
                  <ApproverCard key={approver.userId} approver={approver} />
                ))}
              </List>
            )}
            {both.data.approvers.length > 1 && <p className="text-sm text-text-muted">{t('anyone')}</p>}
            <Add
              count={both.data.approvers.length}
              hasActive={both.data.approvers.some(({ state }) => state === 'active')}
            />
            <p className="text-sm text-text-muted">{t('uncovered')}</p>
          </section>
          {both.data.approving.length > 0 && (
            <section aria-labelledby="theirs" className="grid gap-3">
              <h2 id="theirs" className="text-lg font-semibold">
                {t('theirs')}
              </h2>
              <List labelledBy="theirs">
                {both.data.approving.map((person) => (
                  <ApprovingCard key={person.userId} person={person} />
                ))}
              </List>
            </section>
          )}
        </>
      ) : both.isError ? (
        <LoadFailed {...failureOf(both)} />
      ) : (
        <Loading label={tCommon('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      )}
    </Screen>
  )
}

const Add = ({ count, hasActive }: { count: number; hasActive: boolean }) => {
  const t = useTranslations('approvers')
  const [isChoosing, setIsChoosing] = useState(false)
  const [person, setPerson] = useState<FoundPerson | null>(null)
  if (count >= APPROVERS_MAX) return <p className="text-sm text-text-muted">{t('full')}</p>
  return (
    <>
      <Button
        variant={count === 0 ? 'primary' : 'secondary'}
        icon={<UserPlus aria-hidden="true" className="size-5" />}
        onClick={() => setIsChoosing(true)}
      >
        {t('add')}
      </Button>
      {isChoosing && (
        <Suspense>
          <PersonDialog
            title={t('choose')}
            emptyText={t('chooseNone')}
            onClose={() => setIsChoosing(false)}
            onChoose={(chosen) => {
              setIsChoosing(false)
              setPerson(chosen)
            }}
          />
        </Suspense>
      )}
      {person && (
        <Suspense>
          <RuleDialog
            person={{ userId: person.publicTransactionId, fullName: person.fullName }}
            rule={null}
            hasOthers={hasActive}
            onClose={() => setPerson(null)}
          />
        </Suspense>
      )}
    </>
  )
}
