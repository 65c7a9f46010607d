/**
 * The developers' page: reads the API document beside it and shows one call at a time. It stands alone, without the application's
 * code.
 */
import type { ApiDocument, Call } from './api-document.ts'
import { callView } from './call-view.ts'
import { make, prose, put } from './elements.ts'

const guideView = (api: ApiDocument, calls: readonly Call[]): HTMLElement[] => {
  const title = make('h2', 'What holds for every call')
  title.tabIndex = -1
  const link = make('a', 'The whole document (OpenAPI 3.1)') as HTMLAnchorElement
  link.href = '/developers/openapi.json'
  return [title, ...prose(api.info.description), put(make('p', `${calls.length} calls. `), link)]
}

const start = async (): Promise<void> => {
  const [main, list, search, count] = ['call', 'calls', 'search', 'count'].map((id) => document.getElementById(id))
  if (!main || !list || !(search instanceof HTMLInputElement) || !count) return
  const response = await fetch('/developers/openapi.json').catch(() => null)
  if (!response?.ok) {
    main.replaceChildren(make('p', 'The API document could not be loaded. Reload the page to try again.'))
    return
  }
  const api = (await response.json()) as ApiDocument
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  )

  const show = (isFirst = false) => {
    const wanted = decodeURIComponent(location.hash.slice(1))
    const call = calls.find(({ operationId }) => operationId === wanted)
    main.replaceChildren(...(call ? callView(api, call) : guideView(api, calls)))
    document.title = `${call ? `${call.operationId} · ` : ''}${api.info.title}`
    for (const link of list.querySelectorAll('a')) {
      if (link.hash.slice(1) === (call?.operationId ?? '')) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    if (isFirst) return
    scrollTo(0, 0)
    main.querySelector('h2')?.focus({ preventScroll: true })
  }

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = calls.filter((call) => {
      const text =
        `${call.operationId} ${call.method} ${call.path} ${call.summary} ${call.tags.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const groups = Map.groupBy(found, ({ tags }) => tags[0] ?? '')
    list.replaceChildren(
      ...[...groups].map(([tag, of]) => {
        const links = of.map((call) => {
          const link = make('a', call.operationId) as HTMLAnchorElement
          link.href = `#${call.operationId}`
          link.title = call.summary
          return put(make('li'), link)
        })
        return put(make('section'), make('h2', tag), put(make('ul'), ...links))
      }),
    )
    count.textContent =
      found.length === 0 ? 'No call has all of these words' : `${found.length} of ${calls.length} calls`
  }

  search.addEventListener('input', filter)
  addEventListener('hashchange', () => show())
  filter()
  show(true)
}

void start()
