import { randomBytes } from 'node:crypto'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { OperatorRefused } from './operator-refused.ts'
import { countOperators, insertOperator } from './operators-store.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

/** Four eyes take two operators; from then on only an operator can add another. */
const FREE_OPERATORS = 2
const NAME = /^[a-z][a-z0-9-]{1,39}$/

/** Makes an operator and answers with the secret, which is stored nowhere and cannot be shown again. */
export const makeOperator = async (
  ctx: OperatorContext,
  name: string,
  by: OperatorCredentials | null,
): Promise<string> => {
  const { db, passwords } = ctx
  if (!NAME.test(name)) throw new OperatorRefused('A name has 2 to 40 small letters, digits and hyphens')
  const isFree = (await countOperators(db)) < FREE_OPERATORS
  if (!isFree && !by) throw new OperatorRefused('There are operators: one of them has to add the next, with --by')
  const madeBy = by && (await requireOperator(ctx, by))
  const secret = randomBytes(24).toString('base64url')
  const secretHash = await passwords.hash(secret)
  await transaction(db, 'make an operator', async (trx) => {
    if (!(await insertOperator(trx, { name, secretHash, madeBy })))
      throw new OperatorRefused('There is an operator of this name')
    await audit(trx, {
      actor: madeBy === null ? { kind: 'system', id: 'operator-command' } : { kind: 'operator', id: madeBy },
      action: 'operator.made',
      object: { type: 'operator', id: name },
      result: 'done',
    })
  })
  return secret
}
