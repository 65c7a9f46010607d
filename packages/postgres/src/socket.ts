/**
 * The way in is a Unix socket in a folder of mode 0700: file permissions keep every other account out before a password is
 * asked for. Where the system has no such sockets it is a free port of the loopback address.
 */

import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Listen } from './connection.ts'
import { codeOf, PostgresFailed } from './failed.ts'
import { type Place, shortHash } from './place.ts'
import { canReach } from './service-user.ts'

/** 104 bytes with the closing zero on macOS, 108 on Linux; PostgreSQL refuses longer ones. */
const socketPathBytes = 103

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketPathBytes

/**
 * Makes the folder ours and private. In a shared temporary folder another account may have taken the name: then we
 * refuse.
 */
const makePrivate = async (folder: string, place: Place): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  if (process.platform === 'win32') return
  const taken = `${folder} was to hold the database's socket, but it belongs to another account.`
  // Looked at and changed through one handle, so that it cannot be exchanged for a link in between.
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((cause: unknown) => {
    throw new PostgresFailed(taken, { cause })
  })
  try {
    const { uid } = await handle.stat()
    if (uid !== process.getuid?.() && uid !== place.user?.uid) throw new PostgresFailed(taken)
    await handle.chmod(0o700)
    if (place.user) await handle.chown(place.user.uid, place.user.gid)
  } finally {
    await handle.close()
  }
}

const chooseSocketFolder = async (place: Place): Promise<string> => {
  const short = `puente-${shortHash(place.home)}`
  for (const folder of [join(place.home, 'socket'), join(tmpdir(), short), join('/tmp', short)]) {
    const isUsable = fits(folder) && (await canReach(place.user, dirname(folder)))
    if (!isUsable) continue
    await makePrivate(folder, place)
    return folder
  }
  throw new PostgresFailed(`No folder with a path short enough for a socket: ${place.home}, ${tmpdir()}.`)
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free loopback port')),
      )
    })
  })

export const chooseListen = async (place: Place, transport: 'socket' | 'loopback'): Promise<Listen> =>
  transport === 'socket' ? { socketFolder: await chooseSocketFolder(place) } : { loopbackPort: await findFreePort() }

/** Removes what a server that was killed left behind; call only once it has ended. */
export const removeSocket = async (listen: Listen): Promise<void> => {
  if (!('socketFolder' in listen)) return
  const isShort = basename(listen.socketFolder).startsWith('puente-')
  if (isShort) return rm(listen.socketFolder, { recursive: true, force: true })
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(listen.socketFolder, name), { force: true })
}
