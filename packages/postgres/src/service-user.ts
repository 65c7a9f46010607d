/**
 * PostgreSQL refuses to run as root, for good reason. Started by root it runs as the account that owns the data, or else as
 * the system account `puente`, made on first use, or else as `nobody`. initdb needs a passwd entry, so a bare number will not do.
 */

import { stat } from 'node:fs/promises'
import { codeOf, PostgresFailed } from './failed.ts'
import { run, type ServiceUser } from './processes.ts'

const accountName = 'puente'

const findAccount = async (name: string): Promise<ServiceUser | undefined> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

const makeAccount = async (): Promise<ServiceUser | undefined> => {
  await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName])
  return findAccount(accountName)
}

/**
 * The account `puente`, made once for all servers that this process starts: two `useradd` at a time both find the name free, and the
 * second one gives it another number.
 */
const ownAccount = (() => {
  let asked: Promise<ServiceUser | undefined> | undefined
  return () => (asked ??= findAccount(accountName).then((found) => found ?? makeAccount()))
})()

export const isRoot = (): boolean => process.getuid?.() === 0

/** The account to run as: undefined unless we are root. */
export const chooseServiceUser = async (): Promise<ServiceUser | undefined> => {
  if (!isRoot()) return undefined
  const user = (await ownAccount()) ?? (await findAccount('nobody'))
  if (!user)
    throw new PostgresFailed('Started by root, but there is no account `puente` or `nobody` to run PostgreSQL as.')
  return user
}

/** The account that owns an existing data folder; undefined when there is none, or when it is not for us to choose. */
export const findOwnerAccount = async (dataDir: string): Promise<ServiceUser | undefined> => {
  if (!isRoot()) return undefined
  try {
    const { uid, gid } = await stat(dataDir)
    return uid === 0 ? undefined : { uid, gid }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether `user` can get into `folder`; file modes of every folder above it decide, so the system is asked. */
export const canReach = async (user: ServiceUser | undefined, folder: string): Promise<boolean> =>
  user === undefined || (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { user })).code === 0
