import { expect, test } from 'vitest'
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
