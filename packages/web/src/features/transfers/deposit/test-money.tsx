import type { Me } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api.ts'
import { useFormats } from '#lib/format.ts'
import { newKey } from '#lib/idempotency.ts'
import { queryKeys } from '#lib/query-keys.ts'
import { useFailure } from '#lib/use-failure.ts'

const TEST_CENTS = 100_00

/** Made-up money, while no real money moves. */
export const TestMoney = () => {
  const t = useTranslations('transfers.deposit.test')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useFailure()
  const amount = formats.money(TEST_CENTS)

  const add = useMutation({
    // Each tap is another hundred; a tap during the call does nothing.
    mutationFn: () => call('testFunds', { amount: TEST_CENTS }, { idempotencyKey: newKey() }),
    onSuccess: ({ balance }) => {
      client.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, wallet: { USD: balance } })
      void client.invalidateQueries({ queryKey: queryKeys.transactions })
      void client.invalidateQueries({ queryKey: queryKeys.limits })
      show('positive', t('done', { amount }))
    },
    onError: (error) => fail(error),
  })

  return (
    <Card title={t('title')}>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <Button
        variant="secondary"
        pending={add.isPending}
        pendingLabel={tCommon('working')}
        onClick={() => add.mutate()}
      >
        {t('action', { amount })}
      </Button>
    </Card>
  )
}
