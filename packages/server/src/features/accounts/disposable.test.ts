import type * as Domains from 'disposable-email-domains-js'
import { expect, test, vi } from 'vitest'
import { isDisposable } from './disposable.ts'

test.each(['ana@mailinator.com', 'Ana@YopMail.com', 'ana@box.of.guerrillamail.com', '"a@b"@trashmail.de'])(
  'V-08 %s is thrown away after use',
  (email) => expect(isDisposable(email)).toBe(true),
)

test.each([
  'ana@gmail.com',
  'ana@naver.com',
  'ana@mailinator-notes.example',
  'mailinator.com@example.com',
  'ana@mailinator.com.mx',
])('V-08 %s is a real address', (email) => expect(isDisposable(email)).toBe(false))

test('the list of domains is made once, however many labels the addresses have', async () => {
  const made = vi.fn()
  vi.resetModules()
  vi.doMock('disposable-email-domains-js', async (load) => {
    const real = await load<typeof Domains>()
    const asSet = () => {
      made()
      return real.disposableEmailBlocklistSet()
    }
    return { ...real, disposableEmailBlocklistSet: asSet, isDisposableEmailDomain: (name: string) => asSet().has(name) }
  })
  const { isDisposable: judge } = await import('./disposable.ts')
  expect(judge(`ana@${'a.'.repeat(100)}mailinator.com`)).toBe(true)
  expect(judge('ana@gmail.com')).toBe(false)
  expect(made).toHaveBeenCalledTimes(1)
  vi.doUnmock('disposable-email-domains-js')
})
