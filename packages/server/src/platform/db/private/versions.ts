/**
 * This folder, and `pg/driver.ts` of the ledger, use parts of libraries that their authors may change in any release. Each was
 * read and tested at one version; with another the process does not start. Before raising a version, read these files
 * again, run their tests, and write the new version here.
 */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

const PINNED = { pg: '8.23.1', 'graphile-worker': '0.18.0' } as const
export type PrivatelyUsed = keyof typeof PINNED

/** A library whose private parts we use is there in another version. */
export class VersionRefused extends Error {
  override readonly name = 'VersionRefused'
}

const installedVersion = (library: PrivatelyUsed): string => {
  const path = findPackageJSON(library, import.meta.url)
  if (path === undefined) throw new VersionRefused(`${library} is not installed: run npm ci`)
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

/** Throws `VersionRefused` unless every library is the one that was read. */
export const requireVersions = (versionOf: (library: PrivatelyUsed) => string = installedVersion): void => {
  for (const library of Object.keys(PINNED) as PrivatelyUsed[]) {
    const [pinned, installed] = [PINNED[library], versionOf(library)]
    if (installed !== pinned)
      throw new VersionRefused(
        `${library} ${installed} is installed, but Puente uses private parts of ${pinned}: run npm ci, or see platform/db/private`,
      )
  }
}
