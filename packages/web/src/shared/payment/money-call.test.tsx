import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeClock } from '#test/fake-clock.ts'
import { aMe, signedInAs } from '#test/render.tsx'
import { ApiRefusal, ApiUnreachable } from '#lib/api/api-errors.ts'
import { setBearer } from '#lib/api/api.ts'
import { setClock } from '#lib/browser/clock.ts'
import { useMoneyCall } from './money-call.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'

const unavailable = () => new ApiRefusal('serviceUnavailable', 503, { retryAfterSeconds: 1 })
const unknownOutcome = () => new ApiRefusal('serviceUnavailable', 503, { outcome: 'unknown', reason: 'unknownOutcome' })

const watched = () => {
  const onDone = vi.fn<(result: string) => void>()
  const onRefused = vi.fn<(error: unknown) => void>()
  const { result } = renderHook(() => useMoneyCall<string>({ onDone, onRefused }))
  return { onDone, onRefused, call: result }
}

afterEach(() => setClock())

test('a server that is not available has moved nothing, and the screen says so at once', async () => {
  const { call, onRefused } = watched()
  const refusal = unavailable()
  await act(() => call.current.run(() => Promise.reject(refusal)))
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(refusal)
  expect(call.current.phase).toBe('idle')
})

test.each([
  ['no answer', () => new ApiUnreachable('timeout')],
  ['an outcome that the server cannot tell', unknownOutcome],
])('after %s the same call is repeated, and being turned away meanwhile tells nothing', async (_what, first) => {
  const clock = fakeClock()
  const { call, onDone, onRefused } = watched()
  const answers: (Error | string)[] = [first(), unavailable(), new ApiRefusal('tooManyRequests', 429), 'moved']
  const send = async () => {
    const answer = answers.shift() ?? ''
    if (answer instanceof Error) throw answer
    return answer
  }
  act(() => void call.current.run(send))
  await waitFor(() => expect(call.current.phase).toBe('checking'))
  while (answers.length > 0) {
    await clock.advance(15_000)
  }
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('moved'))
  expect(onRefused).not.toHaveBeenCalled()
})

test('a payment refused for changed terms reads the user again, who is then asked to accept them', async () => {
  setBearer('bearer')
  signedInAs({ termsAccepted: false })
  queryClient.setQueryData(queryKeys.me, aMe())
  const { call, onRefused } = watched()
  await act(() => call.current.run(() => Promise.reject(new ApiRefusal('kycRequired', 403, { reason: 'terms' }))))
  expect(onRefused).toHaveBeenCalledOnce()
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.me)).toMatchObject({ termsAccepted: false }))
})
