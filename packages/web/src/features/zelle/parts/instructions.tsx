import type { Result } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { Money } from '@puente/ui/money'
import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { CopyValue } from '#lib/layout/copy-value.tsx'
import { lazyPart } from '#lib/browser/lazy-part.ts'

const Qr = lazyPart(() => import('#lib/layout/qr.tsx').then((part) => part.Qr))

type Instructions = Result<'zellePayment'>['instructions']

/** An amount as a bank's form takes it: 101.00. */
const typed = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** What to enter in the bank's app: whom to pay, exactly how much, and the code that belongs into the memo. */
export const InstructionsCard = ({ instructions }: { instructions: Instructions }) => {
  const t = useTranslations('zelle.pay')
  const formats = useFormats()
  const { address, name, memo, totalCharge, qrText, expiresAt } = instructions
  return (
    <Card title={t('title')}>
      <p className="text-sm text-text-muted">{t('text')}</p>
      <DefinitionList
        rows={[
          { term: t('to'), value: <CopyValue value={address} label={t('copyTo')} />, note: name },
          {
            term: t('total'),
            value: <CopyValue value={typed(totalCharge)} label={t('copyTotal')} />,
            note: t('exact', { amount: formats.money(totalCharge) }),
          },
          { term: t('memo'), value: <CopyValue value={memo} label={t('copyMemo')} />, note: t('memoNote') },
          { term: t('until'), value: formats.dateTime(expiresAt) },
        ]}
      />
      <div className="grid gap-2 max-sm:hidden">
        <Suspense fallback={<span className="mx-auto block size-52" />}>
          <Qr text={qrText} label={t('qr')} />
        </Suspense>
        <p className="text-center text-sm text-text-muted">{t('qrText')}</p>
      </div>
      <SandboxBank instructions={instructions} />
    </Card>
  )
}

/** Where no real money moves, the bank to pay from is played too. */
const SandboxBank = ({ instructions: { address, memo, totalCharge } }: { instructions: Instructions }) => {
  const t = useTranslations('zelle.pay')
  const sandbox = useQuery(configQuery).data?.sandbox
  if (!sandbox) return null
  const filled = new URLSearchParams({ to: address, amount: typed(totalCharge), memo })
  return (
    <a
      href={`${sandbox.bankUrl}?${filled.toString()}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: 'secondary', full: true })}
    >
      {t('openBank')}
      <ExternalLink aria-hidden="true" className="size-4" />
    </a>
  )
}

type HeadProps = {
  cents: number
  name: string | null
  /** What arrives of it, where a fee is on top. */
  arriving?: number
}

/** The amount that leads the screen, with whom it is for. */
export const ZelleHead = ({ cents, name, arriving }: HeadProps) => {
  const t = useTranslations('zelle')
  const { locale, money } = useFormats()
  const amount = arriving === undefined ? undefined : money(arriving)
  const forYou = amount === undefined ? t('forYou') : t('forYouWithFee', { amount })
  const forThem = (to: string) =>
    amount === undefined ? t('forThem', { name: to }) : t('forThemWithFee', { name: to, amount })
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <Money cents={cents} locale={locale} size="xl" />
      <p className="text-text-muted">{name === null ? forYou : forThem(name)}</p>
    </div>
  )
}
