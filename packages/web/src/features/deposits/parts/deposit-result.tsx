import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '#lib/api/idempotency.ts'
import { withDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { Balance, useBalanceText } from '#shared/movement/balance.tsx'
import { latestMovements } from '#shared/movement/movement-list.ts'
import { Checking } from '#shared/payment/checking.tsx'
import type { ResultProps, RetryProps } from '#shared/payment/result/result-view.ts'
import { Actions, Middle, Unpaid } from '#shared/payment/result/result-parts.tsx'
import { useDeposit } from '#shared/payment/use-deposit.ts'
import { debtShareOf } from './debt-share.ts'

/** What became of the money: it is in the balance, or paid what is owed first. */
const useWhatItDid = ({ session, row }: ResultProps) => {
  const t = useTranslations('transfers.deposit.result.done')
  const { money } = useFormats()
  const balance = useBalanceText()
  const { owed } = useMe()
  const { data: latest } = useQuery(latestMovements)
  const amount = money(session.amount)
  const share = row && debtShareOf(row, latest?.items ?? [], owed)
  if (!share) {
    // The debt is paid a moment after the money has come.
    return owed
      ? { title: 'debtTitle' as const, text: t('paysDebt', { amount }) }
      : { title: 'title' as const, text: t('text', { amount }) }
  }
  const [paid, added] = [money(share.paid), money(share.added)]
  if (share.added > 0) return { title: 'title' as const, text: t('paidAndAdded', { paid, added }) }
  const text = share.left > 0 ? t('paidPart', { paid, left: balance(share.left) }) : t('paidAll', { paid })
  return { title: 'debtTitle' as const, text }
}

export const DepositDone = ({ session, row }: ResultProps) => {
  const t = useTranslations('transfers.deposit.result.done')
  const formats = useFormats()
  const tMoney = useTranslations('money')
  const { wallet } = useMe()
  const what = useWhatItDid({ session, row })
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <>
      <Middle>
        <DonePicture />
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2">
          <h2 className="text-xl font-semibold">{t(what.title)}</h2>
          <p className="text-text-muted">{what.text}</p>
        </output>
      </Middle>
      <Card>
        <DefinitionList
          rows={[
            // Who charged it is not guessed before the row tells.
            ...(row
              ? [{ term: t(row.method === 'paypal' ? 'chargedPaypal' : 'charged'), value: money(session.totalCharge) }]
              : []),
            { term: tMoney('fee'), value: session.fee === 0 ? tMoney('free') : money(session.fee) },
            { term: t('balance'), value: <Balance cents={wallet.USD} /> },
          ]}
        />
      </Card>
      <Actions>
        <Link to={paths.home.path} className={buttonClass({ size: 'large', full: true })}>
          {t('action')}
        </Link>
        <Link
          to={paths.movementsDetail.path}
          state={{ movement: session.transactionId }}
          className={buttonClass({ variant: 'ghost', full: true })}
        >
          {t('movement')}
        </Link>
      </Actions>
    </>
  )
}

/** Another attempt at the same deposit, by the way it was begun. */
export const DepositAgain = (props: RetryProps) => {
  const router = useRouter()
  const { session, row } = props
  const [key, setKey] = useState(newKey)
  const renew = () => setKey(newKey())
  const { phase, refusal, error, start } = useDeposit({ onLeft: renew, onRefused: renew })
  return (
    <Unpaid
      {...props}
      refusal={refusal}
      error={error}
      isStarting={phase !== 'idle'}
      onAgain={() => {
        const { sendSessionId, amount, totalCharge } = session
        start({ method: row?.method === 'paypal' ? 'paypal' : 'card', amount, totalCharge, key, sendSessionId })
      }}
      onOtherWay={() => router.history.push(paths.deposit.path, withDraft('deposit', { amount: session.amount }))}
    >
      {phase === 'checking' && <Checking />}
    </Unpaid>
  )
}
