import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture, WaitingPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Balance } from '#shared/movement/balance.tsx'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { readDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { useWaitWords } from '#shared/payment/wait-words.ts'

/** What happened, in words. It only shows what the history entry holds, so loading it again sends nothing. */
export const SuccessScreen = () => {
  const t = useTranslations('transfers.send.success')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const waitWords = useWaitWords()
  const router = useRouter()
  const draft = useLocation({ select: ({ state }) => readDraft('send', state) })
  const { recipient, amount, receipt } = draft ?? {}
  if (!recipient || !amount || !receipt) return null
  const wait = waitWords(receipt, amount, recipient.fullName)
  const said = wait ?? {
    title: t('title'),
    text: t('text', { amount: formats.money(amount), name: recipient.fullName }),
    details: t('movement'),
  }

  return (
    <Screen width="form" title={said.title}>
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        {wait ? <WaitingPicture /> : <DonePicture />}
        <Money cents={amount} locale={formats.locale} size="hero" />
        <output className="text-lg text-pretty">{said.text}</output>
      </div>
      <Card>
        <DefinitionList
          rows={[
            { term: t('reference'), value: <CopyValue value={receipt.reference} label={tMoney('copyReference')} /> },
            { term: t('balance'), value: <Balance cents={receipt.balance} /> },
          ]}
        />
      </Card>
      {!wait && <SavePaper kind="receipt" name={receipt.reference} paper={{ transactionId: receipt.transactionId }} />}
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: receipt.transactionId }}
        className={buttonClass({ variant: 'ghost', full: true })}
      >
        {said.details}
      </Link>
      <ScreenAction>
        <Button size="large" full onClick={() => router.history.push(paths.home.path)}>
          {t('done')}
        </Button>
      </ScreenAction>
    </Screen>
  )
}
