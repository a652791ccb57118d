// Starts the console in the page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from '#app/App.tsx'
import '#app/styles.ts'
import { buildRoutes } from '#app/router.tsx'
import { routes } from '#app/routes.tsx'
import { preloadScreen } from '#app/use-preload.ts'
import { followShell } from '#app/shell/shell-notices.ts'
import { connectShell } from '#platform/device/bridge.ts'
import { startLanguages } from '#platform/text/i18n.ts'
import { followPause } from '#platform/device/notification-pause.ts'
import { fetchSnapshot } from '#platform/state/opening-snapshot.ts'
import { followWake } from '#platform/net/realtime.ts'
import { registerServiceWorker } from '#platform/device/service-worker.ts'
import { followUpdates } from '#platform/device/updates.ts'

const base = import.meta.env.BASE_URL.replace(/\/$/, '')

async function start(): Promise<void> {
  preloadScreen(window.location.pathname.slice(base.length) || '/')
  fetchSnapshot()
  await connectShell()
  followPause()
  followWake()
  followShell()
  followUpdates()
  registerServiceWorker()
  await startLanguages()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  const router = createBrowserRouter(buildRoutes(routes), { basename: base })
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>
  )
}

void start()
