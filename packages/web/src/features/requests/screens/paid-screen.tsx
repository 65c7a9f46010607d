import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture, WaitingPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { paths } from '#lib/layout/paths.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { Balance } from '#shared/movement/balance.tsx'
import '#shared/payment/pay-request.ts'
import { useWaitWords } from '#shared/payment/wait-words.ts'

/** What was paid from the balance. It only shows what the history entry holds, so loading it again pays nothing. */
export const PaidScreen = () => {
  const t = useTranslations('transfers.send.success')
  const tPaid = useTranslations('requests.paid')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const router = useRouter()
  const waitWords = useWaitWords()
  const { wallet } = useMe()
  const paid = useLocation({ select: ({ state }) => readDraft('requestPay', state)?.paid })
  if (!paid) return null
  const wait = waitWords(paid, paid.amount, paid.name)
  return (
    <Screen width="form" {...(wait && { title: wait.title })}>
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        {wait ? <WaitingPicture /> : <DonePicture />}
        <Money cents={paid.amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">
          {wait?.text ?? tPaid('text', { amount: formats.money(paid.amount), name: paid.name })}
        </output>
      </div>
      <Card>
        <DefinitionList
          rows={[
            { term: t('reference'), value: <CopyValue value={paid.reference} label={tMoney('copyReference')} /> },
            { term: t('balance'), value: <Balance cents={wallet.USD} /> },
          ]}
        />
      </Card>
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: paid.transactionId }}
        className={buttonClass({ variant: 'ghost', full: true })}
      >
        {wait?.details ?? t('movement')}
      </Link>
      <ScreenAction>
        <Button size="large" full onClick={() => router.history.push(paths.home.path)}>
          {t('done')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
