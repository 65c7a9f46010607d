import { readdirSync } from 'node:fs'
import { assert, type Part } from '../frame/part.ts'
import { fillUp } from '../support/ballast.ts'
import { startDriver } from '../support/driver.ts'
import type { Person } from '../support/people.ts'
import { aPicture } from '../support/picture.ts'
import { inProductWorld } from '../support/product-world.ts'
import { withDisks } from '../support/small-disks.ts'

const DISK_MB = 4
const CLIENTS = 8
const UPLOADS_AT_ONCE = 4
const BACK_WITHIN_MS = 10_000

const upload = async (url: string, person: Person): Promise<{ status: number; retryAfter: string | null }> => {
  const form = new FormData()
  form.append('type', 'selfieId')
  form.append('docType', 'passport')
  form.append('file', new Blob([new Uint8Array(aPicture())]), 'passport.png')
  const response = await fetch(`${url}/api/clients/KYC/uploadPhotos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await person.bearer(url)}` },
    body: form,
    signal: AbortSignal.timeout(BACK_WITHIN_MS),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const count = (folder: string, ending: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending)).length

/** Photos of the identity check have a disk of their own; sends must not notice when it is full. */
export const filesDiskFull: Part = {
  name: 'files-disk-full',
  about:
    'T8: the disk of the uploaded files fills up: 503 for the upload, money goes on, nothing is left of the attempt',
  covers: 'product',
  needs: ['linux', 'root'],
  units: { of: 'times', short: 0, full: 100 },
  share: 1,
  run: ({ random, goesOn }) =>
    withDisks((disks) => {
      const disk = disks.memory(DISK_MB)
      return inProductWorld({ serverEnv: () => ({ BLOB_DIR: disk }) }, async ({ servers, people, admin, check }) => {
        const driver = startDriver({ urls: () => servers.map(({ url }) => url), people, clients: CLIENTS, random })
        const uploads = () =>
          Promise.all(people.slice(0, UPLOADS_AT_ONCE).map((person) => upload(random.pick(servers).url, person)))
        let refused = 0
        for (let done = 0; goesOn(done); done += 1) {
          const makeRoom = fillUp(disk, 0)
          const before = driver.acks()
          const answers = await uploads()
          await driver.nextAck(BACK_WITHIN_MS)
          assert(driver.acks() > before, 'money goes on while no file can be put away')
          const isAskedToRetry = answers.every(({ status, retryAfter }) => status === 503 && retryAfter !== null)
          assert(isAskedToRetry, 'T8: an upload to a full disk gets 503 with Retry-After', answers)
          assert(count(disk, '.draft') === 0, 'nothing is left of an upload that found no room')
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
        const { acknowledged, unanswered, slowestMs } = await driver.finish()
        assert(unanswered === 0, 'I8: no call is left without an answer', { unanswered })
        await driver.record.verify(admin)
        await check()
        return { acknowledged, 'uploads refused': refused, 'slowest answer ms': slowestMs }
      })
    }),
}
