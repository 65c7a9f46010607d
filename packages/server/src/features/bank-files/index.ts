/** Withdrawals that leave in files to our own bank: collected, written once, handed over, and answered by the bank's own files. */
export { createFileBank } from './file-bank.ts'
export { readBankFile, readBankFiles } from './read-files.ts'
export { bankFilesTasks } from './tasks.ts'
