import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { DonePicture, WaitingPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useNames } from '#shared/approval/names.ts'
import { Balance } from '#shared/movement/balance.tsx'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { readDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { SavePaper } from '#shared/papers/save-paper.tsx'

/** What happened, in words. It only shows what the history entry holds, so loading it again sends nothing. */
export const SuccessScreen = () => {
  const t = useTranslations('transfers.send.success')
  const tMoney = useTranslations('money')
  const formats = useFormats()
  const namesOf = useNames()
  const router = useRouter()
  const draft = useLocation({ select: ({ state }) => readDraft('send', state) })
  const { recipient, amount, receipt } = draft ?? {}
  if (!recipient || !amount || !receipt) return null
  const { arrivesAt, decideBy, approverNames = [] } = receipt
  const isHeld = receipt.state !== 'COMPLETED'
  const words = { amount: formats.money(amount), name: recipient.fullName }
  const said =
    decideBy !== undefined
      ? {
          title: t('approvalTitle'),
          text: t('approvalText', { ...words, names: namesOf(approverNames), at: formats.dateTime(decideBy) }),
          details: t('takeBack'),
        }
      : arrivesAt !== undefined
        ? {
            title: t('undoTitle'),
            text: t('undoText', { ...words, time: formats.time(arrivesAt) }),
            details: t('undo'),
          }
        : {
            title: t(isHeld ? 'heldTitle' : 'title'),
            text: t(isHeld ? 'heldText' : 'text', words),
            details: t('movement'),
          }

  return (
    <Screen width="form" title={said.title}>
      <div className="grid justify-items-center gap-4 pt-4 text-center">
        {isHeld ? <WaitingPicture /> : <DonePicture />}
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
      {!isHeld && (
        <SavePaper kind="receipt" name={receipt.reference} paper={{ transactionId: receipt.transactionId }} />
      )}
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
