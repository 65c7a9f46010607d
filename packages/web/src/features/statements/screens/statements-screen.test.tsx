import { LANGUAGES, STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { aList, aRow } from '#test/movements.ts'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const path = '/settings/statements'
const aFile = (body: BodyInit = '\uFEFF"date"\r\n') =>
  new HttpResponse(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="puente-2026-03-01-to-2026-03-31.csv"',
    },
  })

/** What was saved, by its name. */
const saved = () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return names
}

beforeEach(() => {
  setClock({
    now: () => Date.parse('2026-03-31T16:05:00Z'),
    after: (ms, run) => {
      const id = setTimeout(run, ms)
      return () => clearTimeout(id)
    },
    every: () => () => {},
  })
  return () => {
    setClock()
    vi.restoreAllMocks()
  }
})

test('days and kind of file are chosen in words, and the file is saved under the name that the server gives it, which is brought into view', async () => {
  signedInAs()
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const files = saved()
  const asked: unknown[] = []
  server.use(
    handles('reportTransactions', ({ body }: Seen) => {
      asked.push(body)
      return aFile()
    }),
  )
  const app = await openApp(path)
  expect(screen.getByText(/^March 1 – 31, 2026 \(.+\)$/)).toBeVisible()
  expect(screen.getByRole('radio', { name: /^PDF/ })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('Saved as puente-2026-03-01-to-2026-03-31.csv')).toBeVisible()
  expect(files).toEqual(['puente-2026-03-01-to-2026-03-31.csv'])
  expect(shown.mock.contexts.at(-1)).toHaveTextContent('Saved as')
  // At the edge it would lie beneath the menu.
  expect(shown).toHaveBeenLastCalledWith({ block: 'center' })
  await app.user.click(screen.getByRole('button', { name: 'Last month' }))
  await app.user.click(screen.getByRole('radio', { name: /^OFX/ }))
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(asked).toEqual([
      { fromDate: '2026-03-01', toDate: '2026-03-31', format: 'pdf' },
      { fromDate: '2026-02-01', toDate: '2026-02-28', format: 'ofx' },
    ]),
  )
})

test.each(LANGUAGES)(
  'SC-15 statements are found in the settings, and their days and format are chosen and saved, in %s',
  async (language) => {
    signedInAs({ lang: STORED_LANGUAGES[language] })
    const files = saved()
    const asked: unknown[] = []
    server.use(
      handles('reportTransactions', ({ body }: Seen) => {
        asked.push(body)
        return aFile()
      }),
    )
    const name = { en: 'Statements', es: 'Estados de cuenta', ko: '거래 내역서' }[language]
    const lastMonth = { en: 'Last month', es: 'El mes pasado', ko: '지난달' }[language]
    const app = await openApp('/settings', language)
    await app.user.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(app.path()).toBe(path))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(document.title).toContain(name)
    await app.user.click(screen.getByRole('button', { name: lastMonth }))
    await app.user.click(screen.getByRole('radio', { name: /^CSV/ }))
    const main = within(screen.getByRole('main'))
    await app.user.click(main.getAllByRole('button').at(-1)!)
    await waitFor(() => expect(files).toEqual(['puente-2026-03-01-to-2026-03-31.csv']))
    expect(asked).toEqual([expect.objectContaining({ fromDate: '2026-02-01', toDate: '2026-02-28', format: 'csv' })])
  },
)

test('days that are none are said beside the button, which waits for them', async () => {
  signedInAs()
  const app = await openApp(path)
  await app.user.click(screen.getByRole('button', { name: 'Choose' }))
  const button = () => screen.getByRole('button', { name: 'Download' })
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  expect(button()).toHaveAccessibleDescription('Choose the first and the last day')
  await app.user.type(screen.getByLabelText('From'), '2024-01-01')
  await app.user.type(screen.getByLabelText('To'), '2025-03-01')
  expect(button()).toHaveAccessibleDescription('Choose at most 366 days')
  await app.user.clear(screen.getByLabelText('From'))
  await app.user.type(screen.getByLabelText('From'), '2025-03-02')
  expect(button()).toHaveAccessibleDescription("The end date can't be before the start date")
  await app.user.clear(screen.getByLabelText('From'))
  await app.user.type(screen.getByLabelText('From'), '2025-03-01')
  expect(button()).not.toHaveAttribute('aria-disabled')
  await app.user.clear(screen.getByLabelText('To'))
  await app.user.type(screen.getByLabelText('To'), '2999-03-01')
  expect(button()).toHaveAccessibleDescription('Choose days up to today')
})

test('a file that breaks off is not saved, and says so; a refusal says what it is', async () => {
  signedInAs()
  const files = saved()
  // The stand-in for the server has no way to break an answer off.
  const send = globalThis.fetch
  const broken = () => {
    let piece = 0
    return new ReadableStream({
      pull: (controller) => {
        piece += 1
        if (piece === 1) controller.enqueue(new TextEncoder().encode('"date"\r\n"2026'))
        else controller.error(new TypeError('network error'))
      },
    })
  }
  const fetching = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (to, options) =>
      typeof to === 'string' && to.endsWith('/transactions/report') ? new Response(broken()) : send(to, options),
    )
  const app = await openApp(path)
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('The file broke off before its end. Nothing was saved.')).toBeVisible()
  fetching.mockRestore()
  server.use(refuses('reportTransactions', 'tooManyRequests', { retryAfterSeconds: 600 }))
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText(/10 minutes/)).toBeVisible()
  expect(files).toEqual([])
})

test('days with more rows than a PDF holds are refused in words, and their months are offered', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(refuses('reportTransactions', 'invalidRequest', { reason: 'tooManyRows', rows: 2_400, most: 2_000 }))
  const app = await openApp(path)
  await app.user.click(screen.getByRole('button', { name: 'This year' }))
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText(/more rows than a PDF holds/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: /^February 1\s–\s28, 2026/ }))
  expect(screen.queryByText(/more rows than a PDF holds/)).toBeNull()
  const files = saved()
  server.use(
    handles('reportTransactions', ({ body }: Seen) => {
      asked.push(body)
      return aFile()
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(asked).toEqual([{ fromDate: '2026-02-01', toDate: '2026-02-28', format: 'pdf' }])
})

test('a long file says how much has come, and can be stopped', async () => {
  signedInAs()
  const files = saved()
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1_500_000)) })
  server.use(handles('reportTransactions', () => aFile(endless)))
  const app = await openApp(path)
  await app.user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('1.5 MB received')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByText('1.5 MB received')).toBeNull())
  expect(files).toEqual([])
})

test('the days that Activity is filtered by come along', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList(aRow(1))))
  const app = await openApp('/movements')
  await app.user.click(await screen.findByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('From'), '2026-01-05')
  await app.user.type(screen.getByLabelText('To'), '2026-01-07')
  await app.user.click(screen.getByRole('link', { name: 'Download a statement' }))
  expect(await screen.findByText(/^January 5 – 7, 2026 \(.+\)$/)).toBeVisible()
})
