import { createHash } from 'node:crypto'
import { createBoundedMap } from '../core/bounded.ts'
import type { IssuerName } from './issuers.ts'

/** A person as an issuer knows them. `sub` never changes, whatever else does. */
export type Account = { sub: string; email: string; emailVerified: boolean; name: string }

const DEFAULTS = [
  { name: 'Elena Prado', email: 'elena.prado@example.com' },
  { name: 'Marco Ruiz', email: 'marco.ruiz@example.com' },
] as const

/** The same address gets the same subject after a restart, unless someone else has it by then. */
const subjectOf = (issuer: IssuerName, email: string, holders: number): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, email, holders]))
    .digest('hex')
    .slice(0, 24)

/** The accounts of one issuer: two by default, and those added on its page. */
export const createAccounts = (issuer: IssuerName) => {
  const accounts = createBoundedMap<Account>(1000)

  const free = (email: string): string => {
    for (let holders = 0; ; holders += 1) {
      const sub = subjectOf(issuer, email, holders)
      if (!accounts.get(sub)) return sub
    }
  }

  /** The account of an address, made when there is none. A name or a verification that is given is taken over. */
  const open = ({ email, emailVerified, name }: Omit<Account, 'sub'>): Account => {
    const wanted = email.trim().toLowerCase()
    const known = accounts.find((account) => account.email === wanted)
    const account = { sub: known?.sub ?? free(wanted), email: wanted, emailVerified, name: name.trim() }
    accounts.set(account.sub, account)
    return account
  }

  const fill = () => {
    accounts.clear()
    for (const person of DEFAULTS.toReversed()) open({ ...person, emailVerified: true })
  }
  fill()

  return {
    list: () => accounts.newest(),
    get: (sub: string) => accounts.get(sub),
    open,
    /** Changes what is given; null when there is no such subject. */
    change: (sub: string, change: Partial<Omit<Account, 'sub'>>): Account | null => {
      const account = accounts.get(sub)
      if (!account) return null
      Object.assign(account, change)
      return account
    },
    reset: fill,
  }
}
export type Accounts = ReturnType<typeof createAccounts>
