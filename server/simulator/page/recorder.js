// Records a voice note with the microphone: the file, its length and its waveform.
import { fileToBase64 } from './api.js'

const BARS = 64
const types = ['audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm;codecs=opus']

/** Loudness over the recording, 64 values of 0 to 100. */
async function waveformOf(blob) {
  const context = new AudioContext()
  try {
    const samples = (await context.decodeAudioData(await blob.arrayBuffer())).getChannelData(0)
    const size = Math.max(1, Math.floor(samples.length / BARS))
    const loud = Array.from({ length: BARS }, (_, bar) => {
      let sum = 0
      for (let index = bar * size; index < (bar + 1) * size && index < samples.length; index++)
        sum += Math.abs(samples[index])
      return sum / size
    })
    const most = Math.max(...loud, 1e-6)
    return {
      waveform: loud.map((value) => Math.round((value / most) * 100)),
      seconds: samples.length / context.sampleRate
    }
  } finally {
    await context.close()
  }
}

/** Starts at once; `onTick(seconds)` shows the time; `stop()` gives base64, type, length and waveform. */
export async function startRecording(onTick) {
  if (!navigator.mediaDevices) throw new Error('no microphone')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { mimeType })
  const parts = []
  recorder.addEventListener('dataavailable', (event) => parts.push(event.data))
  const started = Date.now()
  const ticker = setInterval(() => onTick((Date.now() - started) / 1000), 250)
  recorder.start()
  return {
    stop: async () => {
      clearInterval(ticker)
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
      recorder.stop()
      await ended
      for (const track of stream.getTracks()) track.stop()
      const blob = new Blob(parts, { type: recorder.mimeType })
      const measured = await waveformOf(blob).catch(() => ({}))
      const seconds = Math.max(1, Math.round(measured.seconds ?? (Date.now() - started) / 1000))
      return {
        base64: await fileToBase64(blob),
        mime: recorder.mimeType.replace(';', '; '),
        seconds,
        waveform: measured.waveform
      }
    }
  }
}
