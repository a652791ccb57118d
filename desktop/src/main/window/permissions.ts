// What the console's page may ask the system for; anything else, and anybody else, is refused.
import type { Session } from 'electron'
import { isVideoPlayer } from '@guiche/shared/features/library/helps.ts'
import type { Log } from '../platform/log.ts'
import { isOwnUrl } from '../platform/own-page.ts'

/** The last three are one permission under its names: without it the page reaches no server in its own network. */
const allowed = new Set([
  'media',
  'notifications',
  'fullscreen',
  'clipboard-sanitized-write',
  'local-network-access',
  'local-network',
  'loopback-network'
])

/** Voice notes need the microphone; nothing needs the camera. */
function isForSoundAlone(details: object): boolean {
  const { mediaTypes, mediaType } = details as { mediaTypes?: string[]; mediaType?: string }
  return mediaTypes ? mediaTypes.every((one) => one === 'audio') : mediaType === 'audio'
}

/** True for what the page at `url` may have; the player of the help videos may fill the screen, and nothing else. */
export function mayHave(permission: string, url: string, details: object): boolean {
  return isOwnUrl(url)
    ? allowed.has(permission) && (permission !== 'media' || isForSoundAlone(details))
    : permission === 'fullscreen' && isVideoPlayer(url)
}

/** Decides every request and every check of a session. */
export function guardPermissions(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, done, details) => {
    const isGranted = mayHave(permission, details.requestingUrl, details)
    if (!isGranted) log.warn('permission refused', { permission })
    done(isGranted)
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayHave(permission, details.requestingUrl ?? `${origin}/`, details)
  )
}
