import { startScratchPostgres } from '@puente/postgres'
import pg from 'pg'
import { expect, test } from 'vitest'
import { enduring } from './enduring.ts'

test('an enduring pool survives the loss of a busy connection and of an idle one', async () => {
  const cluster = await startScratchPostgres()
  const pool = enduring(new pg.Pool({ connectionString: cluster.superuserUrl, max: 1 }))
  const killer = new pg.Client({ connectionString: cluster.superuserUrl })
  try {
    await killer.connect()
    for (const isGivenBack of [false, true]) {
      const client = await pool.connect()
      const lost = new Promise<void>((resolve) => client.once('end', resolve))
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (isGivenBack) client.release()
      await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await lost
      // Without a listener this is where the process would end.
      client.emit('error', new Error('write EPIPE'))
      if (!isGivenBack) client.release(true)
    }
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await killer.end()
    await pool.end()
    await cluster.remove()
  }
})
