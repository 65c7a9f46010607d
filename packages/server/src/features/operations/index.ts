/** What operators do on the server, and what watches over the money on their behalf. */
export { checkAll } from './check-all.ts'
export { freezeByOperator } from './freeze-money.ts'
export { makeOperator } from './make-operator.ts'
export { readStatus } from './read-status.ts'
export { approveRelease, proposeRelease } from './release-money.ts'
export { OperatorRefused } from './operator-refused.ts'
export { watchMoney, watchTasks } from './watch-money.ts'
