import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './connection.ts'
import { type ScratchCluster, startScratchPostgres, startScratchStandby } from './scratch.ts'
import { findLongest, follow, promote } from './standby.ts'

/** Nothing here loses power, so nothing waits for the disk. */
const settings = { fsync: 'off', synchronous_standby_names: 'ANY 1 (s1, s2)' }

const removed = <C extends ScratchCluster>(cluster: C): C => {
  onTestFinished(() => cluster.remove())
  return cluster
}

const ask = async <Row extends object>(cluster: { superuserUrl: string }, text: string): Promise<Row[]> =>
  withClient(cluster.superuserUrl, async (client) => (await client.query<Row>(text)).rows)

const write = (cluster: { superuserUrl: string }, value: number) => ask(cluster, `insert into things values (${value})`)

const values = async (cluster: { superuserUrl: string }): Promise<number[]> =>
  (await ask<{ n: number }>(cluster, 'select n from things order by n')).map(({ n }) => n)

test('T27: what was acknowledged survives the loss of the primary, and the other standby follows the new one', async () => {
  const primary = removed(await startScratchPostgres({ settings }))
  const s1 = removed(await startScratchStandby({ primary, name: 's1', settings }))
  await ask(primary, 'create table things (n int primary key)')
  const s2 = removed(await startScratchStandby({ primary, name: 's2', settings }))
  await write(primary, 1)
  await expect.poll(() => values(s1)).toEqual([1])
  await expect.poll(() => values(s2)).toEqual([1])
  await expect(write(s1, 2)).rejects.toMatchObject({ code: '25006' })

  await write(primary, 2)
  process.kill(primary.pid, 'SIGKILL')
  await primary.exited
  const chosen = await findLongest([primary, s1, s2])
  const other = chosen === s1 ? s2 : s1
  await promote(chosen)
  await follow(other, chosen)
  await write(chosen, 3)
  expect(await values(chosen)).toEqual([1, 2, 3])
  await expect.poll(() => values(other)).toEqual([1, 2, 3])
})

test('a standby that has received more is the one to promote', async () => {
  const primary = removed(await startScratchPostgres({ settings: { fsync: 'off' } }))
  const behind = removed(await startScratchStandby({ primary, name: 's1', settings: { fsync: 'off' } }))
  const ahead = removed(await startScratchStandby({ primary, name: 's2', settings: { fsync: 'off' } }))
  await ask(behind, "alter system set primary_conninfo = ''")
  await ask(behind, 'select pg_reload_conf()')
  await expect
    .poll(() => ask(primary, "select application_name as name from pg_stat_replication where application_name = 's1'"))
    .toEqual([])
  await ask(primary, 'create table things (n int primary key)')
  await write(primary, 1)
  await expect.poll(() => values(ahead)).toEqual([1])
  expect(await findLongest([behind, ahead])).toBe(ahead)
  expect(await findLongest([ahead, behind])).toBe(ahead)
})

test('the log connection of a standby uses a role of its own, whose password is not among the settings', async () => {
  const primary = removed(await startScratchPostgres({ settings: { fsync: 'off' } }))
  const standby = removed(await startScratchStandby({ primary, name: 's1', settings: { fsync: 'off' } }))
  await expect
    .poll(() => ask(primary, 'select usename as role, application_name as name, state from pg_stat_replication'))
    .toEqual([{ role: 'standby_s1', name: 's1', state: 'streaming' }])
  const [row] = await ask<{ info: string }>(standby, "select current_setting('primary_conninfo') as info")
  expect(row!.info).not.toContain('password=')
  const { password } = new Client({ connectionString: primary.superuserUrl })
  expect(row!.info).not.toContain(password)
})
