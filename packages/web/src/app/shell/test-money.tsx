import type { Me } from '@puente/contract'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import { useNotices } from '@puente/ui/notice'
import { Spinner } from '@puente/ui/spinner'
import { useMutation } from '@tanstack/react-query'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

const TEST_CENTS = 100_00

/** Adds made-up money, while no real money moves; the screen behind the menu says how it went. */
export const TestMoney = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslations('shell.sandbox')
  const formats = useFormats()
  const { show } = useNotices()
  const fail = useShowError()
  const amount = formats.money(TEST_CENTS)

  const add = useMutation(
    {
      // Each tap is another hundred; a tap during the call does nothing.
      mutationFn: () => call('testFunds', { amount: TEST_CENTS }, { idempotencyKey: newKey() }),
      onSuccess: ({ balance }) => {
        queryClient.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, wallet: { USD: balance } })
        void queryClient.invalidateQueries({ queryKey: queryKeys.transactions })
        void queryClient.invalidateQueries({ queryKey: queryKeys.limits })
        show('positive', t('added', { amount }))
      },
      onError: (error) => fail(error),
      onSettled: onDone,
    },
    queryClient,
  )

  return (
    <ListRow
      leading={<RowIcon>{add.isPending ? <Spinner /> : <CircleDollarSign />}</RowIcon>}
      title={t('addMoney', { amount })}
      subtitle={t('addMoneyText')}
      onClick={() => !add.isPending && add.mutate()}
    />
  )
}
