// Records a voice note: microphone, levels while it runs, and the file with its length and waveform at the end.
import { loudnessOf, waveformOf } from './waveform-levels.ts'

/** Bits a second, and bytes under which a recording is taken for an accident (spec R185). */
const bitRate = 128_000
export const leastBytes = 10_000
/** Milliseconds between two measurements of the level. */
const measureEvery = 50

export type RecordTrouble = 'denied' | 'no-microphone' | 'unsupported' | 'failed'

/** Why recording did not start. */
export function troubleOf(error: unknown): RecordTrouble {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-microphone'
  return name === 'NotSupportedError' ? 'unsupported' : 'failed'
}

export interface VoiceFile {
  file: File
  /** Seconds. */
  duration: number
  /** 64 levels of 0 to 100. */
  waveform: number[]
}

export interface VoiceRecording {
  /** Levels so far, each 0 to 1. */
  levels: readonly number[]
  /** Seconds so far. */
  elapsed: () => number
  /** Ends the recording; null when it is too short to be meant. */
  finish: () => Promise<VoiceFile | null>
  /** Ends it without a file. */
  cancel: () => void
}

const kinds = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

function fileOf(chunks: Blob[], mime: string): File {
  const type = mime.split(';')[0] ?? 'audio/webm'
  const ending = { 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' }[type] ?? 'webm'
  return new File(chunks, `audio.${ending}`, { type })
}

function openMicrophone(): Promise<MediaStream> {
  // Browsers leave the microphone out on addresses that are not secure.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (!devices) return Promise.reject(new DOMException('no secure context', 'NotSupportedError'))
  return devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 } })
}

/** Starts to record. Rejects when the microphone cannot be had; see `troubleOf`. */
export async function startRecording(open: () => Promise<MediaStream> = openMicrophone): Promise<VoiceRecording> {
  const stream = await open()
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind)) ?? ''
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitRate, ...(mimeType ? { mimeType } : {}) })
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = 1024
  audio.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const levels: number[] = []
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    levels.push(loudnessOf(samples))
  }, measureEvery)
  const chunks: Blob[] = []
  recorder.ondataavailable = ({ data }) => void chunks.push(data)
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  recorder.start(1_000)

  const release = () => {
    clearInterval(timer)
    for (const track of stream.getTracks()) track.stop()
    void audio.close().catch(() => undefined)
  }
  return {
    levels,
    elapsed,
    finish: async () => {
      const duration = elapsed()
      const stopped = new Promise<void>((resolve) => {
        recorder.onstop = () => resolve()
      })
      recorder.stop()
      await stopped
      release()
      const file = fileOf(chunks, recorder.mimeType || mimeType)
      return file.size < leastBytes
        ? null
        : { file, duration: Math.round(duration * 10) / 10, waveform: waveformOf(levels) }
    },
    cancel: () => {
      recorder.ondataavailable = null
      if (recorder.state !== 'inactive') recorder.stop()
      release()
    }
  }
}
