import type { Transaction } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { List } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { canMoveMoney, missingContacts } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { MovementRow } from '#shared/movement/movement-row.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useUnprotected } from './task-list.tsx'

/** Ten are kept, so that one that leaves the nine has its follower at hand. */
const SHOWN = 9

export const Latest = ({ rows }: { rows: readonly Transaction[] }) => {
  const t = useTranslations('wallet.latest')
  return (
    <section aria-labelledby="latest" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="latest" className="text-lg font-semibold">
          {t('title')}
        </h2>
        <Link
          to={paths.movements.path}
          className="inline-flex min-h-11 items-center rounded-md px-1 font-semibold text-brand-text"
        >
          {t('all')}
        </Link>
      </div>
      <List labelledBy="latest">
        {rows.slice(0, SHOWN).map((row) => (
          <MovementRow key={row.id} row={row} when="date" />
        ))}
      </List>
    </section>
  )
}

/** A new account: what to do first. */
export const FirstSteps = () => {
  const t = useTranslations('wallet')
  const me = useMe()
  // Until both contacts are verified, neither a deposit nor a payment from another person goes through.
  const isReady = me.emailVerified && me.phoneVerified
  const isUnprotected = useUnprotected()
  return (
    <EmptyState
      picture={<EmptyListPicture />}
      title={t(
        !isReady || isUnprotected ? 'empty.notYetTitle' : canMoveMoney(me) ? 'empty.title' : 'empty.receiveTitle',
      )}
      text={
        isReady ? (
          <>
            {t(isUnprotected ? 'empty.shareText' : 'empty.text')}
            <span className="mt-3 block text-text">
              <CopyValue value={me.publicTransactionId} label={t('empty.copyHandle')} />
            </span>
          </>
        ) : (
          t('empty.notYetText', { missing: missingContacts(me) })
        )
      }
      action={
        isReady &&
        !isUnprotected && (
          <Link to={paths.deposit.path} className={buttonClass({ variant: 'secondary' })}>
            {t('actions.addMoney')}
          </Link>
        )
      }
    />
  )
}
