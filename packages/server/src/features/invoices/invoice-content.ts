/** What the PDF of an invoice says, to either of its two sides. */
import type { Output } from '@puente/contract'
import type { PaperTotal, PaperWords } from '#features/papers/index.ts'
import type { PaperContent, PaperTone } from '#platform/papers/paper.ts'

type Invoice = Output<'getInvoice'>
type Content = Omit<PaperContent, 'lang' | 'otherLang' | 'size'>

const TONES: Record<Invoice['state'], PaperTone> = {
  toPay: 'waiting',
  processing: 'waiting',
  paid: 'positive',
  declined: 'neutral',
  cancelled: 'neutral',
}

/** What went back of what was paid, or may. */
const LOSSES = ['refunded', 'contested', 'reversed'] as const

export const invoiceTotals = (invoice: Invoice): PaperTotal[] => [
  { name: 'total', cents: invoice.amount },
  ...LOSSES.filter((name) => invoice[name] > 0).map((name) => ({ name, cents: invoice[name] })),
]

const standing = ({ state, overdue, amount, refunded, contested, reversed }: Invoice) => {
  if (contested > 0) return 'contested'
  if (reversed > 0) return reversed === amount ? 'reversed' : 'partlyReversed'
  if (refunded > 0) return refunded === amount ? 'refunded' : 'partlyRefunded'
  return overdue ? 'overdue' : state
}

const partiesOf = (invoice: Invoice, ownName: string, { both }: PaperWords): NonNullable<Content['parties']> => {
  const other = invoice.blocked
    ? { name: [both('receipt.hidden')].flat()[0] ?? '' }
    : { name: invoice.fullName ?? '', ...(invoice.email !== null && { lines: [`@${invoice.email}`] }) }
  const [issuer, payer] = invoice.was === 'sent' ? [{ name: ownName }, other] : [other, { name: ownName }]
  return [
    { label: both('invoice.from'), ...issuer },
    { label: both('invoice.to'), ...payer },
  ]
}

const sumsOf = (invoice: Invoice, { both, money }: PaperWords) => {
  const { amount, refunded, reversed, lost } = invoice
  const owed = reversed - lost
  const losses = LOSSES.filter((name) => invoice[name] > 0)
  return [
    { label: both('invoice.total'), value: money(amount), strong: true },
    ...losses.map((name) => ({ label: both(`invoice.${name}`), value: money(-invoice[name]) })),
    ...(owed === 0 ? [] : [{ label: both('invoice.owed'), value: money(owed) }]),
    // What is contested is still counted: it has not gone.
    ...(refunded + reversed === 0
      ? []
      : [{ label: both('invoice.kept'), value: money(amount - refunded - lost), strong: true }]),
  ]
}

/** Whether the payment itself is in question, so that the paper proves none. */
const isDoubtful = ({ contested, reversed }: Invoice): boolean => contested + reversed > 0

export const invoiceContent =
  (invoice: Invoice, ownName: string) =>
  (words: PaperWords): Content => {
    const { both, each, money, moment, day } = words
    const { products, dueDate, paymentDate, note } = invoice
    return {
      title: both('invoice.title'),
      subject: invoice.reference,
      lead: {
        label: both(`invoice.lead.${isDoubtful(invoice) ? 'reversed' : invoice.state}`),
        amount: money(invoice.amount),
        state: both(`invoice.states.${standing(invoice)}`),
        tone: invoice.overdue || isDoubtful(invoice) ? 'negative' : TONES[invoice.state],
      },
      parties: partiesOf(invoice, ownName, words),
      facts: [
        { label: both('invoice.number'), value: invoice.reference },
        { label: both('invoice.date'), value: each((lang) => moment(invoice.date, lang)) },
        ...(dueDate === null
          ? []
          : [{ label: both('invoice.due'), value: each((lang) => day(dueDate, lang)), strong: true }]),
        ...(paymentDate === null
          ? []
          : [{ label: both('invoice.paidOn'), value: each((lang) => moment(paymentDate, lang)) }]),
      ],
      tables: [
        {
          ...(products.length > 0 && { title: both('invoice.products') }),
          columns: [
            { label: both(products.length > 0 ? 'invoice.product' : 'invoice.note'), grow: 1 },
            { label: both('invoice.price'), align: 'end' },
            { label: both('invoice.quantity'), align: 'end' },
            { label: both('invoice.amount'), align: 'end' },
          ],
          rows:
            products.length > 0
              ? products.map(({ name, price, quantity, amount }) => [name, money(price), `${quantity}`, money(amount)])
              : [[note, money(invoice.amount), '1', money(invoice.amount)]],
          totals: sumsOf(invoice, words),
        },
      ],
      ...(products.length > 0 && note !== '' && { note: { label: both('invoice.note'), text: note } }),
    }
  }
