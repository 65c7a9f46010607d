/**
 * Addresses that are thrown away after use: whoever knows the name reads the mailbox, or nobody does an hour later. A
 * link that sets a password must not go there, and an account that could never be recovered must not be opened there.
 * What decides is the domain alone, so the answer tells nothing about who has an account.
 */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

// Asked about a domain, the library makes the set anew: milliseconds for each label of an address that anybody may send.
const domains = disposableEmailBlocklistSet()

/** Whether a well-formed address is one to throw away. The list names whole domains; each covers all below it. */
export const isDisposable = (email: string): boolean => {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, from) => domains.has(labels.slice(from).join('.')))
}
