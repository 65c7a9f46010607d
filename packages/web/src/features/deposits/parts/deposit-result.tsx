import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '#lib/api/idempotency.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { Balance } from '#shared/movement/balance.tsx'
import { Checking } from '#shared/payment/checking.tsx'
import type { ResultProps, RetryProps } from '#shared/payment/result/result-view.ts'
import { Actions, Middle, Unpaid } from '#shared/payment/result/result-parts.tsx'
import { useDeposit } from '#shared/payment/use-deposit.ts'

export const DepositDone = ({ session, row }: ResultProps) => {
  const t = useTranslations('transfers.deposit.result.done')
  const formats = useFormats()
  const { wallet } = useMe()
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  return (
    <>
      <Middle>
        <DonePicture />
        <Money cents={session.amount} locale={formats.locale} size="hero" />
        <output className="grid gap-2">
          <h2 className="text-xl font-semibold">{t('title')}</h2>
          <p className="text-text-muted">{t('text', { amount: formats.money(session.amount) })}</p>
        </output>
      </Middle>
      <Card>
        <DefinitionList
          rows={[
            // Who charged it is not guessed before the row tells.
            ...(row
              ? [{ term: t(row.method === 'paypal' ? 'chargedPaypal' : 'charged'), value: money(session.totalCharge) }]
              : []),
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
    >
      {phase === 'checking' && <Checking />}
    </Unpaid>
  )
}
