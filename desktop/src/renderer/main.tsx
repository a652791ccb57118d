// Starts the console in the page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { App } from '#app/App.tsx'
import '#app/styles.ts'
import { buildRoutes } from '#app/router.tsx'
import { routes } from '#app/routes.tsx'
import { startLanguages } from '#platform/i18n.ts'

const start = async (): Promise<void> => {
  await startLanguages()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  const router = createBrowserRouter(buildRoutes(routes), { basename: import.meta.env.BASE_URL.replace(/\/$/, '') })
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>
  )
}

void start()
