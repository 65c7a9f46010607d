import { expect, test } from 'vitest'
import { ownPath, readNotice } from './notice.ts'

const ORIGIN = 'https://puente.example'

test('a message of the server is read, and leads to a path of this application only', () => {
  const sent = { id: 'ntf_1', text: 'You got money', path: '/notifications#transaction/txn_1', unread: 3 }
  expect(readNotice(sent, ORIGIN)).toEqual(sent)
  for (const path of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)', '', undefined, 7])
    expect(readNotice({ ...sent, path }, ORIGIN)?.path).toBe('/notifications')
  expect(ownPath('/kyc?a=1#b', ORIGIN)).toBe('/kyc?a=1#b')
})

test('what is no message of ours is none', () => {
  for (const data of [null, undefined, 'text', [], {}, { id: '', text: 'x' }, { id: 'ntf_1' }])
    expect(readNotice(data, ORIGIN)).toBeNull()
  expect(readNotice({ id: 'ntf_1', text: 'x', unread: -1 }, ORIGIN)).toEqual({
    id: 'ntf_1',
    text: 'x',
    path: '/notifications',
    unread: 0,
  })
})
