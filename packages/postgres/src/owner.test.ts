import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claim, findOwner } from './owner.ts'
import { identify } from './processes.ts'
import { aFolder } from './test/clusters.ts'

const dead = JSON.stringify({ pid: 4_194_300, start: '1' })

test('a claim is taken over when its process has ended, its number was given out again, or its file is spoilt', async () => {
  const self = identify(process.pid)!
  for (const left of [dead, JSON.stringify({ ...self, start: '1' }), '{"pid":', '']) {
    const folder = await aFolder()
    await writeFile(join(folder, 'owner-7.json'), left)
    expect(await findOwner(folder)).toBeUndefined()
    const release = await claim(folder, 'It')
    expect(await findOwner(folder)).toEqual(self)
    await expect(claim(folder, 'It')).rejects.toThrow(`It is in use by process ${self.pid}`)
    await release()
    expect(await findOwner(folder)).toBeUndefined()
  }
})

test('of many claims at once, from a dead owner or from none, exactly one succeeds', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'owner-1.json'), dead)
  for (let round = 0; round < 30; round += 1) {
    const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claim(folder, 'It')))
    const won = claims.filter((outcome) => outcome.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await won[0]!.value()
  }
})
