/** Sends $5.00 to the person with the email TO and lists what was sent. PUENTE_URL, EMAIL, PASSWORD and TO are in the environment. */
import { createClient, isRefused } from '@puente/client'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { PUENTE_URL = 'http://localhost:3000', EMAIL = '', PASSWORD = '', TO = '' } = process.env
const puente = createClient({ url: PUENTE_URL })
await puente.signIn(EMAIL, PASSWORD)

const [to] = (await puente.call('search', { search: TO })).items
if (!to) throw new Error(`No one here has the email ${TO}`)
const { totalCharge } = await puente.call('feeAmount', { amount: 500, opFee: 'in-app' })
try {
  const sent = await puente.call('sendInApp', {
    toUser: to.publicTransactionId,
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
