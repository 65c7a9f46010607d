/** The operators' and auditors' commands, run as they are typed. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountSeals, entrySeals, readHead, sealNext } from '@puente/ledger'
import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto, uploadPhoto } from '#test/upload.ts'
import { auditSeals } from '#platform/audit-seals.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

type Ended = { code: number; stdout: string; stderr: string }

const run = (file: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL(file, import.meta.url))
    const { consoleUrl, auditorUrl } = app.database
    const urls = { CONSOLE_DATABASE_URL: consoleUrl, AUDITOR_DATABASE_URL: auditorUrl }
    const options = {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...urls, ...env },
    }
    const child = execFile(process.execPath, [path, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end(env.TYPED === undefined ? '' : `${env.TYPED}\n`)
  })
const money = (args: string, env?: Record<string, string>) => run('money.ts', args.split(' '), env)
const verify = (...args: string[]) => run('verify-audit.ts', args)

/** Of the operators that the first test makes. */
const secrets: Record<string, string> = {}

const sealAll = async (): Promise<void> => {
  for (const source of [auditSeals, entrySeals(), accountSeals()])
    while ((await sealNext(app.services.db.pool, source)) > 0);
}

const deposit = async (): Promise<void> => {
  const ana = await aUser(app.services, { tier: 1 })
  const headers = await signedIn(app.services, ana)
  expect(await app.call('testFunds', { amount: 5_00 }, { key: newId(), headers })).toMatchObject({ status: 200 })
}

test('T29: money is frozen by one operator and released by two, whose secrets are shown once', async () => {
  await deposit()
  expect((await money('status')).stdout).toContain('Money is moving')
  const made = await Promise.all(['ana', 'ben'].map((name) => money(`operator add ${name}`)))
  const [ana, ben] = made.map(({ stdout }) => stdout.trim().split(' ').at(-1) ?? '')
  Object.assign(secrets, { ana, ben })
  expect(ana).not.toBe(ben)

  expect(await money('freeze --by ana --reason odd', { OPERATOR_SECRET: 'guessed' })).toMatchObject({ code: 1 })
  expect(await money('freeze --by ana --reason odd', { TYPED: ana! })).toMatchObject({ code: 0 })
  expect((await money('status')).stdout).toMatch(/Frozen since .*: odd/)
  expect(await money('check')).toMatchObject({ code: 0 })

  const proposed = await money('release --by ana --reason explained', { OPERATOR_SECRET: ana! })
  const digest = /--approve ([0-9a-f]{64})/.exec(proposed.stdout)?.[1] ?? ''
  const approve = `release --by ben --approve ${digest}`
  expect(await money(approve.replace('ben', 'ana'), { OPERATOR_SECRET: ana! })).toMatchObject({ code: 1 })
  expect(await money(approve, { OPERATOR_SECRET: ben! })).toMatchObject({ code: 0, stdout: 'Money is moving again\n' })
})

test('a wallet is corrected by two operators: one proposes, another approves, and the list tells what became of it', async () => {
  const carla = await aUser(app.services, { tier: 1 })
  const owner = app.services.db.selectFrom('directory').select('handle').where('owner_id', '=', carla.id)
  const { handle } = await owner.executeTakeFirstOrThrow()
  const adjust = `adjust --by ana --user ${handle} --account expense:losses --reason ours`
  const env = { OPERATOR_SECRET: secrets.ana! }
  expect(await money(`${adjust} --credit 0`, env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cents') as string,
  })
  expect(await money(`${adjust} --credit 5 --debit 5`, env)).toMatchObject({ code: 1 })
  const { stdout } = await money(`${adjust} --credit 250`, env)
  const digest = /--approve ([0-9a-f]{64})/.exec(stdout)?.[1] ?? ''
  expect(await money(`adjust --by ana --approve ${digest}`, env)).toMatchObject({ code: 1 })
  expect((await money('adjustments')).stdout).toContain(': proposed')
  expect(await money(`adjust --by ben --approve ${digest}`, { OPERATOR_SECRET: secrets.ben! })).toMatchObject({
    code: 0,
  })
  expect((await money('adjustments')).stdout).toContain(': approved')
  const nothing = await money('transfer --by ana --rail card --line po_1 --reason ours', env)
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('unbookedTransfer') as string })
})

test('the trial balance is printed', async () => {
  await deposit()
  expect(await money('balance')).toMatchObject({ code: 0, stdout: expect.stringMatching(/All of it sums to zero/) })
})

test('files to the bank are listed as the role of operators, and a file that is none is said to be none', async () => {
  expect(await run('bank.ts', ['files'])).toMatchObject({
    code: 0,
    stdout: 'Nothing waits for a file\nNo statement has come; 0 cents are to go for files\n',
  })
  expect(await run('bank.ts', ['show', '--file', 'P261123A'])).toMatchObject({
    code: 1,
    stderr: 'There is no file of this name\n',
  })
})

test('an unknown or incomplete command prints its usage', async () => {
  for (const ended of await Promise.all(['', 'thaw', 'freeze --by ana'].map((args) => money(args))))
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run money -- status') as string })
})

test('V16.4.2: the chains are verified against the heads of the log, and what was changed is named', async () => {
  await deposit()
  await sealAll()
  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing has changed since it was sealed') as string,
  })
  const heads = await Promise.all(
    [auditSeals, entrySeals(), accountSeals()].map((source) => readHead(app.services.db.pool, source)),
  )
  const anchors = heads.flatMap((head) => ['--anchor', `${head?.chain}:${head?.n}:${head?.hash}`])
  expect(await verify(...anchors)).toMatchObject({ code: 0 })
  expect(await verify('--anchor', `1:${'0'.repeat(64)}`)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('anchor: seal 1') as string,
  })
  expect(await verify('--anchor', 'what')).toMatchObject({ code: 2 })

  const kind = (to: string) =>
    withClient(app.database.superuserUrl, (client) => client.query(`update entries set kind = '${to}' where seq = 1`))
  await kind('gift')
  const { code, stdout } = await verify()
  expect(code).toBe(1)
  expect(stdout).toMatch(/altered: entry [0-9a-f-]{36}\/wallet\/1 \(seal \d+\)/)
  await kind('deposit.test')
  expect(await verify()).toMatchObject({ code: 0 })
})

test('X-37 an identity check is looked at by command for a reason only, and decided, and its papers come out as files that only their reader opens', async () => {
  const dana = await aUser(app.services, { tier: 1 })
  const { authorization } = await signedIn(app.services, dana)
  await uploadPhoto(app, authorization.slice('Bearer '.length), { type: 'invoice', docType: 'lease' }, await aPhoto())
  await app.runJobs()
  const folder = await mkdtemp(join(tmpdir(), 'puente-kyc-'))
  const { stateDir, blobDir } = app.services.config
  const env = { PUENTE_STATE: stateDir, BLOB_DIR: blobDir, OPERATOR_SECRET: secrets.ana! }
  const kyc = (...args: string[]) => run('kyc.ts', args, env)
  expect((await kyc('queue')).stdout).toContain(`${dana.handle}: review of tier 2`)
  const by = ['--by', 'ana', '--user', dana.handle, '--reason', 'a lease']
  const [without, shown] = await Promise.all([kyc('show', ...by.slice(0, 4)), kyc('show', ...by)])
  expect(without).toMatchObject({ code: 1, stdout: '' })
  expect(shown.stdout).toContain('invoice inReview lease')
  expect(shown.stdout).toMatch(/--seen [0-9a-f]{8}\n/)
  const log = await app.call('accessLog', {}, { headers: { authorization } })
  expect(log.data.items).toMatchObject([{ role: 'reviewer', what: 'profile', why: 'identityCheck' }])
  const out = join(folder, 'lease.jpg')
  expect(await kyc('file', ...by, '--what', 'invoice', '--out', out)).toMatchObject({ code: 0 })
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect((await readFile(out)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect((await kyc('file', ...by, '--what', 'invoice', '--out', out)).code).toBe(1)
  expect((await kyc('deny', ...by, '--what', 'invoice:sharp')).stderr).toContain('selfieId:blurry')
  expect(await kyc('deny', ...by, '--what', 'invoice:blurry')).toMatchObject({ code: 0 })
  expect((await kyc('orders')).stdout).toContain('waits (a lease)')
  await rm(folder, { recursive: true })
})
