// The one voice that plays: starting another stops it. Its speed is remembered.
import { create } from 'zustand'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

export const speeds = [1, 1.5, 2] as const
export type Speed = (typeof speeds)[number]

interface PlayerState {
  /** Message that plays or is held. */
  id: string | null
  isPlaying: boolean
  hasFailed: boolean
  /** Seconds. */
  position: number
  /** Seconds, once the file has said so. */
  duration: number | null
  speed: Speed
}

const storageKey = 'voiceSpeed'
const storedSpeed = (): Speed => speeds.find((speed) => String(speed) === localStorage.getItem(storageKey)) ?? 1

export const useVoicePlayer = create<PlayerState>(() => ({
  id: null,
  isPlaying: false,
  hasFailed: false,
  position: 0,
  duration: null,
  speed: storedSpeed()
}))

function makePlayer(): HTMLAudioElement {
  const made = new Audio()
  const set = useVoicePlayer.setState
  made.preload = 'metadata'
  made.addEventListener('timeupdate', () => set({ position: made.currentTime }))
  made.addEventListener('play', () => set({ isPlaying: true, hasFailed: false }))
  made.addEventListener('pause', () => set({ isPlaying: false }))
  made.addEventListener('ended', () => set({ isPlaying: false, position: 0 }))
  made.addEventListener('error', () => set({ isPlaying: false, hasFailed: true }))
  made.addEventListener('durationchange', () => {
    // Recordings of browsers say Infinity until they were read to the end.
    if (Number.isFinite(made.duration)) set({ duration: made.duration })
  })
  return made
}

const player = makePlayer()

function start(id: string, url: string, position: number): void {
  const { speed } = useVoicePlayer.getState()
  if (useVoicePlayer.getState().id !== id) {
    player.pause()
    player.src = url
    useVoicePlayer.setState({ id, position, duration: null, hasFailed: false })
  }
  player.defaultPlaybackRate = speed
  player.playbackRate = speed
  player.currentTime = position
  // The error event tells of files that cannot be played; a stop in between is none.
  player.play().catch(() => undefined)
}

/** Plays a voice or holds it. */
export function togglePlay(id: string, url: string): void {
  const now = useVoicePlayer.getState()
  if (now.id === id && now.isPlaying) player.pause()
  else start(id, url, now.id === id ? now.position : 0)
}

/** Goes to a place, in seconds; one that does not play yet starts there. */
export function seek(id: string, url: string, position: number): void {
  const now = useVoicePlayer.getState()
  if (now.id !== id) return start(id, url, position)
  player.currentTime = position
  useVoicePlayer.setState({ position })
}

export function nextSpeed(): void {
  const { speed } = useVoicePlayer.getState()
  const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
  localStorage.setItem(storageKey, String(next))
  player.playbackRate = next
  useVoicePlayer.setState({ speed: next })
}

/** Stops and forgets what played. */
export function stopVoice(): void {
  player.pause()
  player.removeAttribute('src')
  useVoicePlayer.setState({ id: null, isPlaying: false, position: 0, duration: null })
}

onLifecycle({ signedOut: stopVoice })
