// Chooses one of the fifty queue colours, by mouse or arrow keys.
import { useId, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { Input, Tooltip } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { queuePalette } from '@guiche/shared/features/org/queues.ts'
import { colorNameOf } from './color-names.ts'
import classes from './color-swatch-picker.module.css'

interface ColorSwatchPickerProps {
  label: string
  value: string
  onChange: (color: string) => void
  error?: unknown
  description?: string
  /** Colours that somebody else has, with the reason as tooltip; they cannot be chosen. */
  taken?: Record<string, string>
}

/** How far an arrow leads; the style sheet says how many lie in a row. */
function stepOf(key: string, swatches: HTMLElement[]): number | undefined {
  const perRow = swatches.filter(({ offsetTop }) => offsetTop === swatches[0]?.offsetTop).length
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[key]
}

/** How a colour is called; its code where it has no name. */
function useColorName(): (color: string) => string {
  const { t } = useTranslation('colors')
  return (color) => {
    const name = colorNameOf(color)
    if (name === undefined) return color
    const hue = t(`hue_${name.hue}`)
    return name.tone === 'plain' ? hue : t(`tone_${name.tone}`, { hue })
  }
}

export function ColorSwatchPicker({ label, value, onChange, error, description, taken }: ColorSwatchPickerProps) {
  const id = useId()
  const nameOf = useColorName()
  const list = useRef<HTMLDivElement>(null)
  const chosen = queuePalette.indexOf(value.toLowerCase())
  const move = (event: KeyboardEvent, index: number) => {
    const swatches = [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
    const step = stepOf(event.key, swatches)
    if (step === undefined) return
    event.preventDefault()
    let next = index + step
    while (taken?.[queuePalette[next] ?? ''] !== undefined) next += Math.sign(step)
    const color = queuePalette[next]
    if (color === undefined) return
    onChange(color)
    swatches[next]?.focus()
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error as string | undefined}
      withAsterisk
    >
      <div ref={list} role="radiogroup" aria-labelledby={id} className={classes['palette']}>
        {queuePalette.map((color, index) => {
          const reason = taken?.[color]
          const swatch = (
            <button
              key={color}
              type="button"
              role="radio"
              aria-checked={index === chosen}
              aria-label={reason === undefined ? nameOf(color) : `${nameOf(color)}, ${reason}`}
              aria-disabled={reason !== undefined}
              aria-invalid={error !== undefined && error !== null && index === 0 ? true : undefined}
              tabIndex={index === chosen || (chosen < 0 && index === 0) ? 0 : -1}
              className={classes['swatch']}
              data-taken={reason !== undefined || undefined}
              style={{ '--swatch': color } as CSSProperties}
              onClick={() => reason === undefined && onChange(color)}
              onKeyDown={(event) => move(event, index)}
            >
              {index === chosen && <IconCheck size={14} stroke={3} />}
              {reason !== undefined && <IconX size={16} stroke={3} />}
            </button>
          )
          return reason === undefined ? (
            swatch
          ) : (
            <Tooltip key={color} label={reason}>
              {swatch}
            </Tooltip>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
