/** Which refunded credit an outgoing line of the bank's list pays back. No database, no clock. */
import type { OutboundDebit } from '#providers/zelle/port.ts'
import { isSameHolder } from './holder-rules.ts'

/** A credit that operators have refunded; `reference` is the number that its payer's bank showed. */
export type RefundedCredit = { id: string; amountCents: bigint; payer: string | null; reference: string | null }

const isNamedIn = ({ memo }: OutboundDebit, { reference }: RefundedCredit): boolean =>
  reference !== null && (memo?.match(/\w+/g)?.includes(reference) ?? false)

const isSamePayment = ({ amountCents, payee }: OutboundDebit, credit: RefundedCredit): boolean =>
  amountCents === credit.amountCents && isSameHolder(payee, credit.payer)

/**
 * The refunded credits by the lines that pay them back, each once. A line belongs to the credit whose number it names, whatever its amount;
 * one that names none, to a credit of its amount whose payer it pays.
 */
export const pairDebits = (
  debits: readonly OutboundDebit[],
  refunded: readonly RefundedCredit[],
): ReadonlyMap<OutboundDebit, string> => {
  const pairs = new Map<OutboundDebit, string>()
  const free = new Set(refunded)
  for (const fits of [isNamedIn, isSamePayment])
    for (const debit of debits.filter((one) => !pairs.has(one))) {
      const credit = [...free].find((one) => fits(debit, one))
      if (!credit) continue
      pairs.set(debit, credit.id)
      free.delete(credit)
    }
  return pairs
}
