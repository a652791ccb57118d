// Lets a browser keep the shell of the console, so that it can be installed and opens without the network.
import { hasShell } from './bridge.ts'

/** Never inside the desktop app, which has its files beside it, and in a page under development, whose files change. */
export function registerServiceWorker(isBuilt = import.meta.env.PROD): void {
  if (!isBuilt || hasShell() || !('serviceWorker' in navigator)) return
  // Browsers refuse where the address is not https, or cookies are off: everything works without.
  const ask = () =>
    navigator.serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`).catch(() => undefined)
  // The first screen comes first.
  if (document.readyState === 'complete') void ask()
  else window.addEventListener('load', () => void ask(), { once: true })
}
