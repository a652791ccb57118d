// Turns the drawings into the variants that are needed: the editions, the Mac's tile, the signs of tray and task bar.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { counts, digits } from './draw-counts.ts'

export const editions = ['standard', 'admin'] as const
export type Edition = (typeof editions)[number]

const drawing = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.svg`), 'utf8')

/** The admin edition is told apart by its colour and by a key in the corner. */
function inEdition(svg: string, edition: Edition): string {
  return edition === 'standard'
    ? svg
    : svg.replace(' display="none"', '').replaceAll('#2a8a9c', '#5c6470').replaceAll('#0f4754', '#23282f')
}

/** The sign of the app, drawn for so many pixels. */
export const appSign = (edition: Edition, size: number): string =>
  inEdition(drawing(size > 32 ? 'app' : 'app-small'), edition)

/** The sign as macOS wants it: a tile of 824 in 1024 with a shadow. */
export function macSign(edition: Edition): string {
  const tile = inEdition(drawing('app'), edition).replace(/<!--.*?-->\s*/s, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
    <filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="12" /></filter>
    <rect x="100" y="112" width="824" height="824" rx="184" fill-opacity="0.35" filter="url(#blur)" />
    <svg x="100" y="100" width="824" height="824" viewBox="0 0 1024 1024">${tile}</svg>
  </svg>`
}

/** The sign for home screens of phones: as it is, or with a ground that reaches the edges, for systems that cut their own shape. */
export function homeScreenSign(isMaskable: boolean): string {
  const tile = drawing('app')
  if (!isMaskable) return tile
  // What lies outside of the middle four fifths may be cut off.
  const inner = tile.replace(/<!--.*?-->\s*/s, '').replace(/<rect[^>]*>/, '')
  const ground = /<linearGradient id="tile".*?<\/linearGradient>/s.exec(tile)?.[0] ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
    <defs>${ground}</defs>
    <rect width="1024" height="1024" fill="url(#tile)" />
    <svg x="102" y="102" width="820" height="820" viewBox="0 0 1024 1024">${inner}</svg>
  </svg>`
}

/** What lies behind the icons in the window of the disk image. */
export const dmgWall = (): string => drawing('dmg')

/** Colours of the bare sign: for light panels, for dark ones, and for macOS, which colours it itself. */
export const inks = { light: '#1b1f23', dark: '#ffffff', template: '#000000' } as const
export type Ink = keyof typeof inks

const red = '#d92d20'
const canvas = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${content}</svg>`

function bareSign(ink: Ink): string {
  const [sign = ''] = /<g id="sign">.*<\/g>/s.exec(drawing('tray')) ?? []
  return sign.replaceAll('#000', inks[ink])
}

/** The sign for the tray: plain (''), faint while notifications are `paused`, or with a count of `counts`. */
export function traySign(ink: Ink, state: string): string {
  const sign = bareSign(ink)
  if (state === '') return canvas(sign)
  if (state === 'paused') return canvas(`<g opacity="0.45">${sign}</g>`)
  const text = counts[state] ?? ''
  const width = text.length > 1 ? 9 : 7
  const left = 16 - width
  // The badge keeps a gap of one pixel to the sign, whose middle it would cut in two.
  return canvas(`<mask id="gap">
      <rect width="16" height="16" fill="#fff" />
      <rect x="${left - 1}" y="6" width="${width + 2}" height="11" rx="3" />
    </mask>
    <g mask="url(#gap)">${sign.replace(/<circle[^>]*>/, '')}</g>
    <rect x="${left}" y="7" width="${width}" height="9" rx="2" fill="${red}" />
    ${digits(text, { x: left + width / 2, y: 11.5, scale: 1, colour: '#fff' })}`)
}

/** The badge that Windows lays over the icon in the task bar. */
export function overlaySign(count: string): string {
  const text = counts[count] ?? ''
  const drawn = digits(text, { x: 8, y: 8, scale: text.length > 1 ? 1.5 : 2, colour: '#fff' })
  return canvas(`<circle cx="8" cy="8" r="8" fill="${red}" />${drawn}`)
}
