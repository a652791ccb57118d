// The sound of a new message, as loud as the person has chosen.
import { localValue } from '#platform/state/local-store.ts'
import soundUrl from './new-message.mp3'

/** Milliseconds in which many messages make one sound. */
const shortestPause = 2_000

function createSound() {
  let audio: HTMLAudioElement | null = null
  let lastAt = -shortestPause
  return {
    resetSound: (): void => {
      audio = null
      lastAt = -shortestPause
    },
    playSound: (now = performance.now()): void => {
      const volume = localValue('volume')
      if (volume === 0 || now - lastAt < shortestPause) return
      lastAt = now
      audio ??= new Audio(soundUrl)
      audio.volume = volume
      audio.currentTime = 0
      // Browsers keep quiet until the person has pressed something on the page.
      audio.play().catch(() => undefined)
    }
  }
}

const sound = createSound()
/** Forgets when it last sounded, and the sound itself. */
export const { resetSound } = sound
/** Plays the sound; a burst of messages makes one. */
export const { playSound } = sound
