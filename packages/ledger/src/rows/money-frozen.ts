import { MoneyFrozen } from '../errors.ts'
import { run } from '../pg/sql.ts'
import type { QueryRunner, Statement } from '../pg/sql.ts'

const freeze: Statement = { name: 'ledger.freeze', text: 'select freeze_money($1)' }
const isFrozen: Statement = { name: 'ledger.is_frozen', text: 'select frozen from money_frozen' }

/** Stops all money. Only a role with the right to change `money_frozen` can let it move again. */
export const freezeMoney = async (db: QueryRunner, reason: string): Promise<void> => {
  await run(db, freeze, [reason])
}

/** Throws MoneyFrozen while all money is stopped. */
export const requireNotFrozen = async (db: QueryRunner): Promise<void> => {
  const [row] = (await run<{ frozen: boolean }>(db, isFrozen, [])).rows
  if (!row) throw new Error('money_frozen has lost its row')
  if (row.frozen) throw new MoneyFrozen()
}
