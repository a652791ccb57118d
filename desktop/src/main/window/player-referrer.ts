// Says to the player of the help videos on whose page it is: it plays nowhere else, and `app://` is no address to it.
import type { Session } from 'electron'
import { videoPlayerOrigin } from '@guiche/shared/features/library/helps.ts'

/** `server` is the address of the server in use, null before one is chosen. */
export function introduceToPlayer(session: Session, server: () => string | null): void {
  return session.webRequest.onBeforeSendHeaders({ urls: [`${videoPlayerOrigin}/*`] }, ({ requestHeaders }, answer) => {
    const address = server()
    answer({ requestHeaders: address === null ? requestHeaders : { ...requestHeaders, Referer: `${address}/` } })
  })
}
