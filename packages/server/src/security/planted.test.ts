/** What people give us in confidence is planted through the product, and then looked for in all that the database keeps. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { aPhone, PASSWORD } from '#test/factories.ts'
import { kycIn } from '#test/kyc.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })
const kyc = kycIn(app)

type Message = { code: string | null; link: string | null }
const newest = async (to: string): Promise<Message> => {
  await app.runJobs()
  const [message] = await app.control<Message[]>('GET', `/inbox?to=${encodeURIComponent(to)}`)
  return message ?? { code: null, link: null }
}
const tokenIn = ({ link }: Message): string => /token=([\w-]+)/.exec(link ?? '')?.[1] ?? ''

/** Everything that was said in confidence, by name. */
const plant = async (): Promise<Record<string, string>> => {
  const person = await kyc.aPerson({ tier: -1, phone: null })
  const { bearer, email } = person
  const phone = aPhone()
  const address = { line1: '1847 Larkspur Hollow', city: 'Austin', state: 'TX', zipCode: '78701' }
  const newPassword = 'Otra-Nube-77x-quieta'
  await app.call('requestEmailCode', undefined, { bearer })
  const mail = await newest(email)
  await app.call('registerPhone', { phone }, { bearer })
  const sms = await newest(phone)
  expect(mail.code, 'no code was mailed').not.toBeNull()
  await app.call('confirmEmail', { emailToken: mail.code ?? '' }, { bearer })
  await app.call('updateProfile', { birthday: '1987-11-29', address }, { bearer })
  await app.call('forgotPassword', { email })
  const reset = tokenIn(await newest(email))
  await app.call('resetPassword', { token: reset, newPassword })
  const signIn = await app.call('signIn', { email, password: newPassword })
  const opened = await app.call('openSession', { token: signIn.data.token })
  const cookie = /__Host-puente=([^;]+)/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
  return {
    phone,
    'the digits of the phone': phone.slice(2),
    street: address.line1,
    birthday: '1987-11-29',
    password: newPassword,
    'the password before': PASSWORD,
    'token of the mailed link': tokenIn(mail),
    'token of the reset': reset,
    'token of signing in': signIn.data.token ?? '',
    bearer: opened.data.bearer ?? '',
    cookie,
    'a code with its quotes': `"${sms.code}"`,
  }
}

/** Every row of every table that is not the database's own, as text. */
const dump = async (): Promise<string> =>
  withClient(app.database.superuserUrl, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of names) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(name, ...rows.map(({ row }) => row))
    }
    await client.query('checkpoint')
    return texts.join('\n')
  })

/** The files of this database; they have to be within reach, or nothing is known of them. */
const dataFiles = async (): Promise<Buffer[]> => {
  const folder = await withClient(app.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ at: string }>(
      `select current_setting('data_directory') || '/base/' || oid as at from pg_database where datname = current_database()`,
    )
    return rows[0]?.at ?? ''
  })
  return Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file))))
}

test('[V6.5.2] [V14.2.4] P12 neither a dump of every table nor the files of the database hold what was said in confidence', async () => {
  const planted = await plant()
  const [text, files] = [await dump(), await dataFiles()]
  // What is meant to be readable is found, so the search finds what is there.
  expect(text).toContain('@example.com')
  expect(files.some((bytes) => bytes.includes('@example.com'))).toBe(true)
  for (const [name, secret] of Object.entries(planted)) {
    expect(secret, name).toMatch(/^(?!.*(null|undefined)).{8,}$/)
    expect(text.includes(secret), `${name} in a table`).toBe(false)
    expect(
      files.some((bytes) => bytes.includes(secret)),
      `${name} in a file of the database`,
    ).toBe(false)
  }
})
