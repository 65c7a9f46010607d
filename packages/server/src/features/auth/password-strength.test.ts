import { expect, test } from 'vitest'
import { wordsOf } from './password-rules.ts'
import { requireStrongPassword } from './password-strength.ts'

const owner = { email: 'maria.lopez@example.com', fullName: 'María-José López', phone: '+13055550123' }

test('[V6.2.11] the words that must not carry a password are the parts of name, address and number, and the brand', () => {
  const words = wordsOf(owner)
  for (const word of ['maria', 'lopez', 'maria.lopez', 'josé', 'jose', 'lópez', '3055550123', 'puente'])
    expect(words).toContain(word)
  expect(words.filter((word) => word.length < 3)).toEqual([])
})

test.each([
  'Password1',
  'Qwerty123',
  'Abcdefg1',
  'Puente123',
  'P4ssw0rd',
  'Maria.lopez1',
  'Lopez3055550123',
  'P4ssw0rd'.repeat(16),
  'Puente-2026',
  'Password-123',
  'P4ssw0rd-2026!',
  'Qwerty-123',
  'Dragon-2024',
  'Maria-Lopez-1',
  'López-José-99',
  'Bridge-Wallet-7',
])('[V6.2.12] EC-05 %s is refused as guessable', async (password) => {
  await expect(requireStrongPassword(password, owner)).rejects.toMatchObject({
    code: 'invalidPass',
    details: { reason: 'guessable' },
  })
})

test.each([
  'Verde-Luna-42',
  'Puente-7f3kQx99',
  'xK4mPq9z',
  'Correct7Horse',
  '비밀번호Árbol9x',
  `Xk9-vQ2#${'plata ríos nube '.repeat(7)}`,
])('%s is strong enough', async (password) => {
  await expect(requireStrongPassword(password, owner)).resolves.toBeUndefined()
})

test('a password that takes long to judge keeps no other call waiting', async () => {
  const order: string[] = []
  const judged = requireStrongPassword('Str0ng-P@ssw0rd-$easide!', owner)
    .catch(() => undefined)
    .then(() => order.push('judged'))
  // All that needs no other thread is done before this.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  order.push('served')
  await judged
  expect(order).toEqual(['served', 'judged'])
})
