/** The made-up banks that people link, and the accounts each of their customers has there. */
import { createHash } from 'node:crypto'

export type LinkBank = { id: string; name: string; routing: string }

export const linkBanks = [
  { id: 'ins_ginkgo', name: 'Ginkgo Savings Bank', routing: '011401533' },
  { id: 'ins_lantern', name: 'Lantern Community Bank', routing: '110000000' },
  { id: 'ins_mesa', name: 'Mesa Verde Credit Union', routing: '099999999' },
] as const satisfies readonly LinkBank[]

export const accountKinds = ['checking', 'savings'] as const
export type AccountKind = (typeof accountKinds)[number]

export type LinkAccount = { id: string; kind: AccountKind; number: string }

/** Logging in by the same name finds the same accounts. */
export const accountsOf = (bank: LinkBank, customer: string): LinkAccount[] =>
  accountKinds.map((kind) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([bank.id, customer.trim().toLowerCase(), kind]))
      .digest()
    return { id: digest.toString('hex').slice(0, 37), kind, number: String(10 ** 11 + digest.readUIntBE(0, 4)) }
  })
