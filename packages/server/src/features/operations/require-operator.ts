import { audit } from '#platform/audit.ts'
import type { Passwords } from '#platform/crypto/passwords.ts'
import type { Database } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { OperatorRefused } from './operator-refused.ts'
import { findSecretHash } from './operators-store.ts'

/** What an operator's command works with. The database is reached as the role of the operators' commands. */
export type OperatorContext = { db: Database; passwords: Passwords }

/** An operator's name and secret, as they were typed. */
export type OperatorCredentials = { name: string; secret: string }

/** Ends with the operator's name, or with a refusal that leaves a line in the audit trail. */
export const requireOperator = async (
  { db, passwords }: OperatorContext,
  { name, secret }: OperatorCredentials,
): Promise<string> => {
  if (await passwords.verify(await findSecretHash(db, name), secret)) return name
  await transaction(db, 'refuse an operator', (trx) =>
    audit(trx, { actor: { kind: 'anonymous' }, action: 'operator.proved', result: 'refused', code: 'invalidSecret' }),
  )
  throw new OperatorRefused('There is no operator of this name with this secret')
}
