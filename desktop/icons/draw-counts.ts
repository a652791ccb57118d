// Draws the unread count: digits as lines on a grid of 3 by 5 (no font, so every machine draws the same), and its badge.

/** The lines of each character, from middle to middle of the grid's squares. */
const lines: Record<string, string> = {
  '1': 'M0 1 1 0V4',
  '2': 'M0 0H2V2H0V4H2',
  '3': 'M0 0H2V4H0M.5 2H2',
  '4': 'M0 0V2H2M2 0V4',
  '5': 'M2 0H0V2H2V4H0',
  '6': 'M2 0H0V4H2V2H0',
  '7': 'M0 0H2V2L1 3V4',
  '8': 'M0 0H2V4H0ZM0 2H2',
  '9': 'M0 4H2V0H0V2H2',
  '+': 'M0 2H2M1 1V3'
}

/** What is drawn, by its name in files: 1 to 9, and `9+` for more. */
export const counts: Record<string, string> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => [String(count), String(count)])),
  many: '9+'
}

interface Drawing {
  /** The middle of the characters' box. */
  x: number
  y: number
  /** Pixels a square. */
  scale: number
  colour: string
}

export function digits(text: string, { x, y, scale, colour }: Drawing): string {
  const left = x - ((text.length * 4 - 1) * scale) / 2
  const paths = text.split('').map((character, index) => {
    const at = `translate(${left + (index * 4 + 0.5) * scale} ${y - 2 * scale}) scale(${scale})`
    return `<path transform="${at}" d="${lines[character] ?? ''}"/>`
  })
  return `<g fill="none" stroke="${colour}" stroke-linecap="square" stroke-linejoin="round">${paths.join('')}</g>`
}
