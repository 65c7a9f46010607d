/**
 * "Confirm it's you": says in words what is confirmed, and takes the proof. The call behind it goes on afterwards; closing
 * the dialog leaves it refused, and the screen below as it was.
 */
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { DefinitionList } from '@puente/ui/definition-list'
import { Dialog } from '@puente/ui/dialog'
import { type Factor, isWithdrawal, type StepUpDetails, type StepUpIntent } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import type { Again, StepUpAnswer } from '#lib/api/step-up.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { LooseTranslator } from '#lib/i18n/refusal-text.ts'
import { factorParts } from '#shared/step-up/factor-parts.ts'
import { OtherWays } from '#shared/step-up/other-ways.tsx'
import type { Proof } from '#shared/step-up/factor-part.ts'
import { useChosenWay } from '#shared/step-up/use-chosen-way.ts'

/** Which sessions end is in the input of the call. */
const endingOf = (input: unknown): 'endOne' | 'endOthers' | 'endEvery' => {
  const { all } = (input ?? {}) as { all?: unknown }
  if (all === 'every') return 'endEvery'
  return all === 'others' ? 'endOthers' : 'endOne'
}

/** About a payee, and no money leaves now: an approver looks at another person's payment, and a schedule sends on its days. */
const SENDS_NOTHING = new Set<string>(['decideApproval', 'createSchedule', 'resumeSchedule'])

const useIntentText = (intent: StepUpIntent, input: unknown): string => {
  const { operation, payee } = intent
  const t = useTranslations('stepUp')
  const texts = useTranslations() as unknown as LooseTranslator
  if (payee !== undefined && !SENDS_NOTHING.has(operation)) return t(isWithdrawal(intent) ? 'withdraw' : 'send')
  if (operation === 'endSessions') return t('act', { act: t(endingOf(input)) })
  const act = `errors.acts.${operation}`
  return texts.has(act) ? t('act', { act: texts(act) }) : ''
}

const IntentFacts = ({ intent }: { intent: StepUpIntent }) => {
  const t = useTranslations('stepUp')
  const formats = useFormats()
  const { payee, amount, totalCharge } = intent
  if (payee === undefined || amount === undefined) return null
  const total = totalCharge ?? amount
  return (
    <DefinitionList
      rows={[
        { term: t('payee'), value: payee },
        { term: t('amount'), value: formats.money(amount) },
        ...(total === amount
          ? []
          : [{ term: t(isWithdrawal(intent) ? 'totalFromBalance' : 'total'), value: formats.money(total) }]),
      ]}
    />
  )
}

/** Why the challenge cannot be answered any more: proved in another tab; too old, or tried too often. Null while it can. */
const endOf = (error: unknown): Again | null => {
  if (!(error instanceof ApiRefusal) || error.details['reason'] !== 'challenge') return null
  return error.code === 'usedCode' ? 'proved' : 'over'
}

type Props = {
  request: StepUpDetails & { input?: unknown; again?: Again | undefined }
  onAnswer: (answer: StepUpAnswer) => void
}

export const StepUpDialog = ({ request, onAnswer }: Props) => {
  const { challengeId, factors, intent } = request
  const t = useTranslations('stepUp')
  const text = useIntentText(intent, request.input)
  const offered = factors.filter((factor) => factor in factorParts)
  const { chosen, choose, part } = useChosenWay(offered)
  const Part = chosen && factorParts[chosen]

  /** Throws what the part shows beside its field. */
  const guarded = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const end = endOf(error)
      if (end) onAnswer(end)
      throw error
    }
  }
  const prove = (proof: Proof) =>
    guarded(async () => {
      const { stepUpToken } = await call('stepUpVerify', { challengeId, ...proof })
      onAnswer({ token: stepUpToken })
    })
  const begin = (factor: Factor) => guarded(() => call('stepUpOptions', { challengeId, factor }))
  const look = () => call('stepUpOptions', { challengeId, factor: 'code', look: true })

  return (
    <Dialog open topmost onOpenChange={(open) => !open && onAnswer(null)} title={t('title')} description={text}>
      {request.again && (
        <Banner tone={request.again === 'enrolled' ? 'positive' : 'waiting'}>
          {t(`again.${request.again}`, { code: factors.includes('code') ? 'yes' : 'no' })}
        </Banner>
      )}
      <IntentFacts intent={intent} />
      <div ref={part}>
        {Part ? (
          <Part key={chosen} isOnly={offered.length === 1} begin={begin} look={look} prove={prove} />
        ) : (
          <p>{t('none')}</p>
        )}
      </div>
      <OtherWays title={t('other')} factors={offered.filter((factor) => factor !== chosen)} onChoose={choose} />
      <Button variant="ghost" full onClick={() => onAnswer(null)}>
        {t('cancel')}
      </Button>
    </Dialog>
  )
}
