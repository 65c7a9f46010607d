/**
 * The start. The first screen may already stand in the page as plain HTML (see `lib/browser/first-screen.ts`), so nothing here may
 * paint before it has something better to show.
 */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cleanAddress } from '#lib/browser/clean-address.ts'
import { initialLanguage, showLanguage } from '#lib/i18n/i18n.ts'
import { watchInstall } from '#lib/browser/install.ts'
import { watchNetwork } from '#lib/api/online.ts'
import { startSession } from '#lib/session/session.ts'
import { startTheme } from '#lib/browser/theme.ts'
import '../main.css'
import { App } from './app.tsx'
import { loadRouted, startsAtDoor } from './front-door.tsx'

cleanAddress()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

startTheme()
watchNetwork()
watchInstall()
// All three are needed before anything shows; a failed start is met again, and shown, by the guards.
startSession().catch(() => undefined)
// Not awaited at the top: the screens import from this file's chunk, which would then never be ready for them.
const ready = Promise.all([startsAtDoor() ? null : loadRouted(), showLanguage(initialLanguage())])
void ready.then(([routed]) =>
  createRoot(root).render(
    <StrictMode>
      <App routed={routed?.Routed ?? null} />
    </StrictMode>,
  ),
)
