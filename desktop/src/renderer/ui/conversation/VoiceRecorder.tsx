// While a voice note is recorded: the time, the level, and the way to send it or let it go.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconSend2, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBusy } from '#platform/state/busy.ts'
import { formatDuration } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { IconButton } from '../layout/IconButton.tsx'
import { startRecording, troubleOf, type VoiceFile, type VoiceRecording } from './record-voice.ts'
import classes from './voice-recorder.module.css'

/** As many as fill the widest field. */
const bars = 120

/** Milliseconds between two looks at the level. */
const lookEvery = 80

interface VoiceRecorderProps {
  onStarted: () => void
  onSend: (voice: VoiceFile) => void
  onClose: () => void
}

export function VoiceRecorder({ onStarted, onSend, onClose }: VoiceRecorderProps) {
  const { t } = useTranslation(['composer', 'words'])
  const recording = useRef<VoiceRecording | null>(null)
  const [isReady, setReady] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const [levels, setLevels] = useState<readonly number[]>([])
  const sendButton = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const started = useEffectEvent((present: VoiceRecording) => {
    recording.current = present
    setReady(true)
    onStarted()
  })
  const failed = useEffectEvent((error: unknown) => {
    notify.error(t(`trouble_${troubleOf(error)}`), { autoClose: 8_000 })
    onClose()
  })
  useBusy('recording', true)

  useEffect(() => {
    let isOver = false
    startRecording().then(
      (present) => (isOver ? present.cancel() : started(present)),
      (error: unknown) => {
        if (!isOver) failed(error)
      }
    )
    const timer = setInterval(() => {
      if (recording.current === null) return
      setSeconds(recording.current.elapsed())
      setLevels(recording.current.levels.slice(-bars))
    }, lookEvery)
    return () => {
      isOver = true
      clearInterval(timer)
      recording.current?.cancel()
      recording.current = null
    }
  }, [])

  // Keys belong to the recorder from its first moment; a button that is disabled cannot take the focus.
  useEffect(() => (isReady ? sendButton : frame).current?.focus(), [isReady])

  const finish = async () => {
    const { current } = recording
    if (current === null) return
    recording.current = null
    const voice = await current.finish()
    if (voice === null) notify.info(t('tooShort'))
    else onSend(voice)
    onClose()
  }
  return (
    <div
      ref={frame}
      className={classes['recorder']}
      role="group"
      tabIndex={-1}
      aria-label={t('recording')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The key takes back the recording alone; the conversation stays open.
        event.preventDefault()
        onClose()
      }}
    >
      <IconButton label={t('cancelRecording')} icon={IconTrash} onClick={onClose} />
      <span className={classes['dot']} data-ready={isReady || undefined} />
      <span className="g-numbers" role="timer">
        {isReady ? formatDuration(Math.floor(seconds)) : t('startingMicrophone')}
      </span>
      <span className={classes['meter']} aria-hidden>
        {Array.from({ length: bars }, (_, index) => {
          const level = levels[levels.length - bars + index] ?? 0
          return <span key={index} style={{ height: `${Math.round(3 + level * 25)}px` }} />
        })}
      </span>
      <IconButton
        ref={sendButton}
        label={t('sendRecording')}
        size={36}
        radius="xl"
        variant="filled"
        color="petrol"
        disabled={!isReady}
        onClick={() => void finish()}
      >
        <IconSend2 size={18} stroke={1.75} />
      </IconButton>
    </div>
  )
}
