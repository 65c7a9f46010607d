/**
 * Disposable addresses: anyone who knows the name can read the mailbox, or it is gone an hour later. A link that sets a
 * password must not go there, and an account that could never be recovered must not be opened there. What decides is
 * the domain alone, so the answer tells nothing about who has an account.
 */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

// The library's own lookup builds the set for every question: milliseconds for each label of an address, which any
// stranger may send.
const domains = disposableEmailBlocklistSet()

/** Whether a well-formed address is one to throw away. The list names whole domains; each covers all below it. */
export const isDisposable = (email: string): boolean => {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, from) => domains.has(labels.slice(from).join('.')))
}
