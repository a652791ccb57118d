// What the colours of the palette are called: a hue, bright, light or dark.
import { queuePalette } from '@guiche/shared/features/org/queues.ts'

const wheel = [
  'red',
  'pink',
  'purple',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange'
] as const
type Hue = (typeof wheel)[number] | 'brown' | 'gray' | 'warmGray'
type Tone = 'plain' | 'bright' | 'light' | 'dark'

export interface ColorName {
  hue: Hue
  tone: Tone
}

const around = (tone: Tone): ColorName[] => wheel.map((hue) => ({ hue, tone }))
const dark = (hue: Hue): ColorName => ({ hue, tone: 'dark' })

/** In the order of the palette. */
const names: readonly ColorName[] = [
  ...around('plain'),
  ...around('bright'),
  ...around('light'),
  ...wheel
    .slice(0, 10)
    .filter((hue) => hue !== 'purple' && hue !== 'indigo' && hue !== 'green')
    .map(dark),
  dark('brown'),
  { hue: 'brown', tone: 'plain' },
  dark('gray'),
  { hue: 'gray', tone: 'plain' },
  { hue: 'warmGray', tone: 'plain' },
  dark('yellow'),
  { hue: 'gray', tone: 'light' }
]

const byColor = new Map(queuePalette.map((color, index) => [color, names[index]]))

/** Undefined for a colour that is not offered. */
export const colorNameOf = (color: string): ColorName | undefined => byColor.get(color)
