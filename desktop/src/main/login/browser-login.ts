// Signs in through the browser, where passkeys work: it hands back a code that only this program can use (PKCE, RFC 7636).
import { createHash, randomBytes } from 'node:crypto'
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import { browserLoginEnded, type ServerAnswer } from '#bridge/login-channels.ts'
import type { LoginStore } from './login-store.ts'

/** Milliseconds in which somebody comes back from the browser. */
const patience = 5 * 60_000

export interface BrowserLogin {
  /** Opens the browser and answers like any other login; one that waited before is called off. */
  begin(): Promise<ServerAnswer>
  cancel(): void
  /** Takes the code of a link; one that nobody waits for is nobody's. */
  finish(code: string): void
}

interface Parts {
  server: () => string | null
  keeper: Pick<LoginStore, 'enterWithCode'>
  /** Hands an address to the system's browser. */
  open: (url: string) => Promise<void>
}

const ended: ServerAnswer = { status: 0, text: JSON.stringify({ error: browserLoginEnded }) }

export function createBrowserLogin({ server, keeper, open }: Parts): BrowserLogin {
  let settle: ((code: string | null) => void) | null = null
  const end = (code: string | null): void => {
    settle?.(code)
    settle = null
  }
  return {
    begin: async () => {
      end(null)
      const address = server()
      if (address === null) return ended
      const codeVerifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const { promise, resolve } = Promise.withResolvers<string | null>()
      settle = resolve
      const timer = setTimeout(() => resolve(null), patience)
      try {
        await open(`${address}${consolePage(pages.appLogin)}?challenge=${challenge}`)
        const code = await promise
        return code === null ? ended : await keeper.enterWithCode({ code, codeVerifier })
      } finally {
        clearTimeout(timer)
        if (settle === resolve) settle = null
      }
    },
    cancel: () => end(null),
    finish: end
  }
}
