import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { handles, server } from '#test/server.ts'

test('money that comes between the first reads and the opening of the stream is shown', async () => {
  signedInAs({ wallet: { USD: 500 }, lastEventId: 41 })
  const after: (string | null)[] = []
  server.use(
    handles('live', ({ headers }) => {
      const from = headers.get('Last-Event-ID')
      after.push(from)
      const news = 'id: 42\nevent: wallet\ndata: {"USD":900,"held":{"USD":0}}\n\n'
      return new Response(from === '41' ? news : 'id: 42\nevent: ready\ndata: {"last":42}\n\n', {
        headers: { 'Content-Type': 'text/event-stream' },
      })
    }),
  )
  await openApp('/home')
  expect(await screen.findByText('$9.00')).toBeInTheDocument()
  expect(after[0]).toBe('41')
})
