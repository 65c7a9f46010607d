import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { isForUsAlone } from './secret-file.ts'
import { databasePasswords, loadKeys, sandboxSecrets, SecretRefused } from './secrets.ts'

let stateDir: string
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'puente-secrets-'))
  return () => rm(stateDir, { recursive: true })
})
const development = () => loadKeys({ stateDir, production: false })
const production = () => loadKeys({ stateDir, production: true })
const secretFile = (name: string): string => join(stateDir, 'secrets', name)

test('keys are made once, each different, in files that only we can read', async () => {
  const keys = development()
  const again = development()
  expect(again.otp.current.key.equals(keys.otp.current.key)).toBe(true)
  expect(again.cursor.equals(keys.cursor)).toBe(true)
  expect(again.sealing.current.kid).toBe(keys.sealing.current.kid)
  expect(again.sealing.current.key.equals(keys.sealing.current.key)).toBe(true)
  expect(keys.otp.current.key.equals(keys.blindIndex)).toBe(false)
  const files = await readdir(join(stateDir, 'secrets'))
  expect(files.toSorted()).toEqual([
    'bearer.json',
    'blind-index.json',
    'cursor.json',
    'otp.json',
    'papers.json',
    'sealing.json',
  ])
  for (const file of files) expect((await stat(secretFile(file))).mode & 0o777).toBe(0o600)
})

test('[V13.2.3] production refuses missing and generated keys, naming the file', () => {
  expect(production).toThrow(/bearer\.json: missing/)
  development()
  expect(production).toThrow(/bearer\.json: generated for development/)
})

test('[V13.3.2] production refuses a key that others can read; elsewhere it is mended', async () => {
  development()
  for (const file of await readdir(join(stateDir, 'secrets'))) {
    const { keys } = JSON.parse(await readFile(secretFile(file), 'utf8')) as { keys: unknown }
    await writeFile(secretFile(file), JSON.stringify({ keys }))
  }
  expect(production).not.toThrow()
  await chmod(secretFile('otp.json'), 0o644)
  expect(production).toThrow(/otp\.json: other accounts can read it/)
  development()
  expect((await stat(secretFile('otp.json'))).mode & 0o777).toBe(0o600)
})

test.each([
  ['our own, which no one else reads', { mode: 0o100600, uid: 1000 }, 1000, true],
  ['our own, which our group reads too', { mode: 0o100640, uid: 1000 }, 1000, false],
  ["the machine's, for our group", { mode: 0o100440, uid: 0 }, 1000, true],
  ["the machine's, which our group may change", { mode: 0o100660, uid: 0 }, 1000, false],
  ["the machine's, for everybody", { mode: 0o100444, uid: 0 }, 1000, false],
  ["the machine's own, for a group, when that is who we are", { mode: 0o100440, uid: 0 }, 0, false],
])('a key may be kept in a file that is %s: %#', (_whose, file, us, isGood) => {
  expect(isForUsAlone(file, us)).toBe(isGood)
})

test('a new key comes first and the old one still reads', async () => {
  const { current } = development().sealing
  const newer = { kid: 'newer', key: Buffer.alloc(32, 7).toString('base64url') }
  const older = { kid: current.kid, key: current.key.export().toString('base64url') }
  await writeFile(secretFile('sealing.json'), JSON.stringify({ keys: [newer, older] }))
  const { sealing } = development()
  expect(sealing.current.kid).toBe('newer')
  expect(sealing.find(current.kid)?.equals(current.key)).toBe(true)
  expect(sealing.find('unheard-of')).toBeUndefined()
})

test('[V11.2.3] a short key and a damaged file are refused', async () => {
  development()
  await writeFile(secretFile('otp.json'), JSON.stringify({ keys: [{ kid: 'a', key: 'c2hvcnQ' }] }))
  expect(development).toThrow(SecretRefused)
  await writeFile(secretFile('otp.json'), '{"keys":')
  expect(development).toThrow(/otp\.json: not valid JSON/)
})

test('passwords of the database and secrets of the sandbox are made once', () => {
  expect(databasePasswords(stateDir)).toEqual(databasePasswords(stateDir))
  const secrets = sandboxSecrets(stateDir)
  expect(sandboxSecrets(stateDir)).toEqual(secrets)
  expect(secrets.stripeSecretKey).toMatch(/^sk_test_/)
  expect(secrets.stripeWebhookSecret).toMatch(/^whsec_/)
})
