/** What people owe for money that went back after they had spent it, and how it is paid. */
export { debtsTasks } from './tasks.ts'
