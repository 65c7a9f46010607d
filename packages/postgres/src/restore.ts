import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replayArchive } from './archive.ts'
import { copyFileDurably, forEachFew } from './copying.ts'
import { PostgresFailed } from './failed.ts'
import { exists, giveTo, syncPath } from './files.ts'
import { adoptDraft, makeDraft } from './initdb.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { claim } from './owner.ts'
import { preparePlace } from './place.ts'

/** Paths come from a file that may have been tampered with: none may lead out of the data folder. */
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split(/[/\\]/).includes('..')

const copyChecked = async (source: string, manifest: Manifest, dataDir: string): Promise<void> => {
  if (![...manifest.folders, ...Object.keys(manifest.files)].every(isInside)) {
    throw new PostgresFailed(`${source} holds paths that lead out of it.`)
  }
  await mkdir(dataDir, { mode: 0o700 })
  for (const folder of manifest.folders) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  await forEachFew(Object.entries(manifest.files), async ([path, wanted]) => {
    const copied = await copyFileDurably(join(source, 'data', path), join(dataDir, path))
    if (copied?.sha256 !== wanted.sha256) throw new PostgresFailed(`${path} of the backup is missing or damaged.`)
  })
  await chmod(dataDir, 0o700)
  for (const folder of ['', ...manifest.folders]) await syncPath(join(dataDir, folder))
}

export type RestoreOptions = {
  /** A finished backup. */
  source: string
  stateDir: string
  /** Where the saved server archived its log: the database comes back as at the end of it instead of the backup's. */
  archiveDir?: string
  /** With an archive: no further than what was committed at this moment, which must lie after the end of the backup. */
  until?: Date
}

/**
 * Puts a backup into a state folder that has no database yet. Every file is checked against the backup's manifest; the
 * next `startPostgres` replays the log and sets a new superuser password. Passwords of other roles are those of the backup.
 * That start fails, and may be tried again, when the archive does not reach to `until`.
 * Throws PostgresFailed, and leaves the state folder without a database, when the backup is incomplete or damaged.
 */
export const restore = async (options: RestoreOptions): Promise<void> => {
  const { archiveDir, until } = options
  if (until && archiveDir === undefined) throw new PostgresFailed('Only an archive leads to a moment after the backup.')
  const manifest = await readManifest(options.source)
  const place = await preparePlace(options.stateDir)
  const release = await claim(place.ownerFolder, `The database in ${place.dataDir}`)
  try {
    for (const path of [place.dataDir, place.secretFile]) {
      if (await exists(path))
        throw new PostgresFailed(`${path} exists; a backup is restored into an empty state folder.`)
    }
    const draft = await makeDraft(place)
    try {
      await copyChecked(options.source, manifest, draft.dataDir)
      if (archiveDir !== undefined) await replayArchive({ dataDir: draft.dataDir, archiveDir, until })
      await giveTo(place.user, draft.dataDir)
      await adoptDraft(place, draft)
    } finally {
      await rm(draft.folder, { recursive: true, force: true })
    }
  } finally {
    await release()
  }
}
