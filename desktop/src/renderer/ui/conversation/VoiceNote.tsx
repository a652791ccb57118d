// A voice note or sound file: play, the waveform to seek in, the time, and the speed.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconMicrophone, IconMusic, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { formatDuration, formatNumber } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { nextSpeed, seek, togglePlay, useVoicePlayer } from './voice-player.store.ts'
import { barsOf } from './waveform-bars.ts'
import classes from './voice-note.module.css'

/** Seconds that an arrow key goes. */
const keyStep = 5

interface WaveformProps {
  levels: number[] | null
  /** Seconds. */
  position: number
  duration: number
  label: string
  onSeek: (position: number) => void
}

function Waveform({ levels, position, duration, label, onSeek }: WaveformProps) {
  const track = useRef<HTMLDivElement>(null)
  const bars = barsOf(levels)
  const played = duration > 0 ? position / duration : 0
  const seekTo = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0 || duration === 0) return
    onSeek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: keyStep,
      ArrowUp: keyStep,
      ArrowLeft: -keyStep,
      ArrowDown: -keyStep
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onSeek(Math.min(duration, Math.max(0, position + step)))
  }
  return (
    <div
      ref={track}
      className={classes['wave']}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${formatDuration(position)} / ${formatDuration(duration)}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${bars.length * 3} 28`} preserveAspectRatio="none" aria-hidden>
        {bars.map((height, index) => (
          <rect
            key={index}
            x={index * 3}
            y={14 - height / 2}
            width={2}
            height={height}
            rx={1}
            data-played={(index + 0.5) / bars.length <= played || undefined}
          />
        ))}
      </svg>
    </div>
  )
}

export interface Sound {
  /** Id of its message: one sound plays at a time. */
  id: string
  /** Empty while there is no file. */
  url: string
  /** Seconds, where the message says so. */
  seconds: number | null
  /** Levels of its waveform. */
  levels: number[] | null
  isVoice: boolean
  /** Name of the file; a voice note needs none. */
  name: string | null
}

export function VoiceNote({ id, url, seconds, levels, isVoice, name }: Sound) {
  const { t } = useTranslation('messages')
  const isCurrent = useVoicePlayer((state) => state.id === id)
  const isPlaying = useVoicePlayer((state) => state.id === id && state.isPlaying)
  const position = useVoicePlayer((state) => (state.id === id ? state.position : 0))
  const measured = useVoicePlayer((state) => (state.id === id ? state.duration : null))
  const hasFailed = useVoicePlayer((state) => state.id === id && state.hasFailed)
  const speed = useVoicePlayer((state) => state.speed)
  const duration = seconds ?? measured ?? 0
  const Sign = isVoice ? IconMicrophone : IconMusic
  return (
    <div className={classes['voice']}>
      <ActionIcon
        size={36}
        radius="xl"
        variant="filled"
        color="petrol"
        disabled={url === ''}
        aria-label={isPlaying ? t('pause') : t('play')}
        onClick={() => togglePlay(id, url)}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
      </ActionIcon>
      <div className={classes['body']}>
        {!isVoice && name !== null && (
          <span className={classes['name']} dir="auto">
            {name}
          </span>
        )}
        <Waveform
          levels={levels}
          position={position}
          duration={duration}
          label={t('seek')}
          onSeek={(to) => seek(id, url, to)}
        />
        <span className={classes['foot']}>
          <Sign size={13} stroke={1.75} aria-hidden />
          <span className="g-numbers">
            {hasFailed
              ? t('soundBroken')
              : formatDuration(isCurrent && (isPlaying || position > 0) ? position : duration)}
          </span>
        </span>
      </div>
      {isCurrent && (
        <button
          type="button"
          className={classes['speed']}
          aria-label={t('speed', { speed: formatNumber(speed) })}
          onClick={nextSpeed}
        >
          {formatNumber(speed)}×
        </button>
      )}
    </div>
  )
}
