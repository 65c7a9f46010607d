import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { whenClosed } from './when-closed.ts'

test('everything that waits for the end of a response runs once, in order, behind one listener', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const before = response.listenerCount('close')
  const ran: number[] = []
  for (const number of [1, 2, 3]) whenClosed(response, () => ran.push(number))
  expect(response.listenerCount('close')).toBe(before + 1)
  response.emit('close')
  response.emit('close')
  expect(ran).toEqual([1, 2, 3])
})

test('what comes after the connection is gone runs at once', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.destroy()
  let hasRun = false
  whenClosed(response, () => {
    hasRun = true
  })
  expect(hasRun).toBe(true)
})
