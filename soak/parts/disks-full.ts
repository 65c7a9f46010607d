/**
 * Log, tables and uploaded files have a small disk each, and one after another fills up under load. Without room for its log the
 * database ends and is started again; without room for rows it stays up, and freeing space must be enough; without room for
 * files money goes on.
 */
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { assert, type Part } from '../frame/part.ts'
import { fillUp, untilFull } from '../support/ballast.ts'
import { startDriver } from '../support/driver.ts'
import type { Person } from '../support/people.ts'
import { aPicture } from '../support/picture.ts'
import { inProductWorld, type ProductWorld } from '../support/product-world.ts'
import { withDisks } from '../support/small-disks.ts'

/** That of the tables has room for what is sent meanwhile, even where each round takes long. */
const SIZE_MB = { log: 500, tables: 800, files: 4 }
const LOG_LEFT_BYTES = 128 * 1024
const CLIENTS = 8
const PEOPLE = 12
const UPLOADS_AT_ONCE = 4
const FULL_WITHIN_MS = 120_000
/** After a restart of the database; while it stays up a third of it. */
const BACK_WITHIN_MS = 90_000
const ANSWER_WITHIN_MS = 10_000

const TABLESPACE = 'small'

/** Has every table that is made from now on lie on that disk. */
const putTablesOn = async (disk: string, superuserUrl: string): Promise<void> => {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
    const folder = join(disk, 'tables')
    mkdirSync(folder, { mode: 0o700 })
    const { uid, gid } = statSync(rows[0]?.path ?? '')
    chownSync(folder, uid, gid)
    await client.query(`create tablespace ${TABLESPACE} location '${folder}'`)
    await client.query(`grant create on tablespace ${TABLESPACE} to public`)
  } finally {
    await client.end()
  }
}

/** Uses up the log's spare files, so that the database needs room now and not in a minute. */
const useUpLog = async ({ admin }: ProductWorld): Promise<void> => {
  for (let n = 0; n < 12; n += 1) {
    try {
      await admin.query(`select pg_logical_emit_message(false, 'soak', 'x'), pg_switch_wal()`)
    } catch {
      return
    }
  }
}

/** When the database was started; null while it is down. */
const startedAt = async ({ admin }: ProductWorld): Promise<number | null> =>
  admin.query<{ started: Date }>('select pg_postmaster_start_time() as started').then(
    ({ rows }) => rows[0]?.started.getTime() ?? null,
    () => null,
  )

const upload = async (url: string, person: Person): Promise<{ status: number; retryAfter: string | null }> => {
  const form = new FormData()
  form.append('type', 'selfieId')
  form.append('docType', 'passport')
  form.append('file', new Blob([new Uint8Array(aPicture())]), 'passport.png')
  const response = await fetch(`${url}/api/clients/KYC/uploadPhotos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await person.bearer(url)}` },
    body: form,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const count = (folder: string, ending: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending)).length

export const disksFull: Part = {
  name: 'disks-full',
  about:
    'T8: the disks of the log, of the tables and of the files fill up in turn under load: refused with 503, nothing lost, back once there is room',
  covers: 'product',
  needs: ['linux', 'root'],
  units: { of: 'times', short: 0, full: 60 },
  share: 3,
  run: ({ random, goesOn }) =>
    withDisks((disks) => {
      const [log, tables, files] = [
        disks.memory(SIZE_MB.log),
        disks.memory(SIZE_MB.tables),
        disks.memory(SIZE_MB.files),
      ]
      const options = {
        people: PEOPLE,
        stateDir: join(log, 'state'),
        settings: { min_wal_size: '32MB', max_wal_size: '160MB', default_tablespace: TABLESPACE },
        onDatabase: (superuserUrl: string) => putTablesOn(tables, superuserUrl),
        serverEnv: () => ({ BLOB_DIR: files }),
      }
      return inProductWorld(options, async (world) => {
        const { servers, people, admin } = world
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        let panics = 0
        let refused = 0

        const fillLog = async () => {
          const makeRoom = fillUp(log, LOG_LEFT_BYTES)
          await useUpLog(world)
          await untilFull(driver, FULL_WITHIN_MS)
          makeRoom()
          if ((await startedAt(world)) === null) {
            panics += 1
            await world.restartDatabase()
          }
          await driver.nextAck(BACK_WITHIN_MS)
        }

        const fillTables = async () => {
          const before = await startedAt(world)
          const makeRoom = fillUp(tables, 0)
          await untilFull(driver, FULL_WITHIN_MS)
          assert((await startedAt(world)) === before, 'the database stays up without room for rows')
          makeRoom()
          await driver.nextAck(BACK_WITHIN_MS / 3)
        }

        const uploads = () =>
          Promise.all(people.slice(0, UPLOADS_AT_ONCE).map((person) => upload(random.pick(servers).url, person)))
        const fillFiles = async () => {
          const makeRoom = fillUp(files, 0)
          const before = driver.acks()
          const answers = await uploads()
          await driver.nextAck(ANSWER_WITHIN_MS)
          assert(driver.acks() > before, 'money goes on while no file can be put away')
          const isAskedToRetry = answers.every(({ status, retryAfter }) => status === 503 && retryAfter !== null)
          assert(isAskedToRetry, 'an upload to a full disk gets 503 with Retry-After', answers)
          assert(count(files, '.draft') === 0, 'nothing is left of an upload that found no room')
          refused += answers.length
          makeRoom()
          const again = await uploads()
          assert(
            again.every(({ status }) => status === 200),
            'with some room uploads are taken again',
            again,
          )
          // Uploading the same photo again and again would run into a bound, which other tests cover.
          await admin.query('delete from files')
        }

        const fills = [fillLog, fillTables, fillFiles]
        for (let done = 0; goesOn(done); done += 1) {
          await driver.nextAck(BACK_WITHIN_MS)
          await fills[done % fills.length]?.()
        }
        const { acknowledged, repeats, unanswered, slowestMs } = await driver.finish()
        assert(unanswered === 0, 'I8: no call is left without an answer', { unanswered, slowestMs })
        await driver.record.verify(admin)
        await world.check()
        return {
          acknowledged,
          repeats,
          'slowest answer ms': slowestMs,
          'times the database ended': panics,
          'uploads refused': refused,
        }
      })
    }),
}
