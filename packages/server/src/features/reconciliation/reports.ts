/** Which provider's report a rail is compared with. */
import { zelleReport } from '#features/zelle/index.ts'
import type { PaypalTransaction } from '#providers/paypal/port.ts'
import type { ReportKind, ReportLine, ReportSource } from '#providers/report.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'

/** The names under which our record of the provider's objects is kept. */
export const PROVIDERS_OF: Record<ProvidedRail, readonly string[]> = {
  card: ['stripe'],
  paypal: ['paypal'],
  zelle: ['zelle'],
  bank: ['increase', 'nacha'],
}

/**
 * How many days are compared each morning, and how far what was booked on one side may lie from its line on the other. What operators
 * order of a credit by Zelle is paid at the bank by hand, and may take weeks; its list is read from the beginning in any case.
 */
export const daysOf = (rail: ProvidedRail): { compared: number; apart: number } =>
  rail === 'zelle' ? { compared: 35, apart: 35 } : { compared: 7, apart: 5 }

/** By the first letters of PayPal's code; a longer one comes first. */
const PAYPAL_KINDS: readonly (readonly [prefix: string, kind: ReportKind])[] = [
  ['T0001', 'payout'],
  ['T0006', 'payment'],
  ['T0003', 'payment'],
  ['T0007', 'payment'],
  ['T01', 'fee'],
  ['T04', 'transfer'],
  // Set aside while a batch of payouts is looked into, and let go again.
  ['T1105', 'reserve'],
  ['T15', 'reserve'],
  ['T1106', 'dispute'],
  ['T1107', 'refund'],
  ['T1108', 'fee'],
  ['T1111', 'dispute'],
  ['T1114', 'return'],
  ['T1115', 'return'],
  ['T12', 'dispute'],
]

/** What is still clearing is no line yet. */
const PAYPAL_FINAL = new Set(['S', 'V'])

const paypalLine = ({ id, code, ref, relatedId, amountCents, feeCents, at }: PaypalTransaction): ReportLine => ({
  objectId: id,
  ref,
  relatedId,
  amountCents,
  feeCents: -feeCents,
  kind: PAYPAL_KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'unrecognised',
  at,
})

const paypalReport = ({ paypal }: Pick<Services, 'paypal'>): ReportSource => ({
  report: async ({ from, to }) =>
    (await paypal.listTransactions({ since: from, until: to }))
      .filter(({ status, currency }) => PAYPAL_FINAL.has(status) && currency.toLowerCase() === 'usd')
      .map(paypalLine),
})

const isSource = (provider: unknown): provider is ReportSource =>
  typeof (provider as Partial<ReportSource> | null)?.report === 'function'

/** Null where the rail's provider keeps no report here, or the rail is off. */
export const reportOf = (
  services: Pick<Services, 'card' | 'config' | 'db' | 'paypal' | 'payouts' | 'zelleFeed'>,
  rail: ProvidedRail,
): ReportSource | null => {
  const { card, config, payouts, paypal } = services
  if (rail === 'paypal') return config.paypal === 'off' ? null : paypalReport({ paypal })
  if (rail === 'zelle') return zelleReport(services)
  const provider: unknown = { card, bank: payouts.bank }[rail]
  return isSource(provider) ? provider : null
}
