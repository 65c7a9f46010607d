import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aLiveStream } from '#test/live.ts'
import { aList, aReceivedRow } from '#test/movements.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server } from '#test/server.ts'

const SAID = 'Ben Lee sent you $12.34'
const row = aReceivedRow(99, { fullName: 'Ben Lee', amount: 1234, date: new Date().toISOString() })
const changed = { id: row.id, version: row.version }

/** How often the row is asked for; the first `failures` times there is no network. */
const rowIsRead = (failures = 0) => {
  const asked = { times: 0 }
  server.use(
    handles('getTransactions', () => {
      asked.times += 1
      return asked.times > failures ? HttpResponse.json({ data: { items: [row] } }) : HttpResponse.error()
    }),
  )
  return asked
}

test('money that comes between the first reads and the opening of the stream is shown', async () => {
  signedInAs({ wallet: { USD: 500 }, lastEventId: 41 })
  const after: (string | null)[] = []
  server.use(
    answers('wallet', { USD: 900, held: { USD: 0 } }),
    handles('live', ({ headers }) => {
      const from = headers.get('Last-Event-ID')
      after.push(from)
      const news = 'id: 42\nevent: wallet\ndata: {}\n\n'
      return new Response(from === '41' ? news : 'id: 42\nevent: ready\ndata: {"last":42}\n\n', {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    }),
  )
  await openApp('/home')
  expect(await screen.findByText('$9.00')).toBeInTheDocument()
  expect(after[0]).toBe('41')
})

test('money that arrives is read and announced once, though the stream reports it twice', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList()))
  const asked = rowIsRead()
  const stream = aLiveStream()
  await openApp('/home')
  stream.send('transaction', changed)
  stream.send('transaction', changed)
  expect(await screen.findByText(SAID)).toBeVisible()
  stream.send('transaction', changed)
  stream.send('transaction', { ...changed, id: aReceivedRow(98).id })
  await waitFor(() => expect(asked.times).toBe(2), { timeout: 3000 })
  expect(screen.getAllByText(SAID)).toHaveLength(1)
})

test('money whose row cannot be read at first is announced when it can', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList()))
  const asked = rowIsRead(1)
  const stream = aLiveStream()
  await openApp('/home')
  stream.send('transaction', changed)
  expect(await screen.findByText(SAID, {}, { timeout: 4000 })).toBeVisible()
  expect(asked.times).toBe(2)
})

test('after a reset everything is read again, and no arrival is announced', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList()))
  const stream = aLiveStream()
  await openApp('/home')
  server.use(answers('listTransactions', aList(row)))
  stream.send('reset', {})
  expect(await screen.findByText('Ben Lee')).toBeVisible()
  expect(screen.queryByText(SAID)).toBeNull()
})

test("a note written on another device is read although the row's version is the one on the screen", async () => {
  signedInAs()
  server.use(
    answers('listTransactions', aList(row)),
    answers('getTransactions', { items: [{ ...row, privateNote: 'for the rent' }] }),
  )
  const stream = aLiveStream()
  await openApp('/movements')
  await screen.findByText('Ben Lee')
  stream.send('transaction', { ...changed, noted: true })
  expect(await screen.findByText(/for the rent/)).toBeVisible()
  expect(screen.queryByText(SAID)).toBeNull()
})
