/** Sends $5.00 and lists what moved: PUENTE_URL, EMAIL, PASSWORD and TO in the environment. */
import { createClient, isRefused } from '@puente/client'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { PUENTE_URL = 'http://localhost:3000', EMAIL = '', PASSWORD = '', TO = '' } = process.env
const puente = createClient({ url: PUENTE_URL })
await puente.signIn(EMAIL, PASSWORD)

const { totalCharge } = await puente.call('feeAmount', { amount: 500, opFee: 'in-app' })
try {
  const sent = await puente.call('sendInApp', {
    toUser: TO,
    amount: 500,
    currency: 'USD',
    note: 'Coffee',
    expectedTotalCharge: totalCharge,
  })
  say(`${sent.reference} ${sent.state}`)
} catch (error) {
  if (!isRefused(error, 'senderUnsufficientFunds', 'limitExceeded')) throw error
  say(`Not sent: ${error.message}`)
}

for await (const row of puente.each('listTransactions', { type: 'sent', limit: 100 }))
  say(`${row.date} ${row.fullName} ${row.amount / 100}`)
await puente.signOut()
