// Where the window was, brought back onto a screen that is there.
import type { Rectangle } from 'electron'
import type { Settings } from '../platform/settings.ts'

export const smallest = { width: 390, height: 560 }
const usual = { width: 1360, height: 880 }

/** Pixels of the window that must lie on a screen, so that it can be grasped. */
const visible = 80

function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  }
}

function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const { width, height } = overlap(bounds, area)
  return width >= visible && height >= visible && bounds.y >= area.y
}

function centred(area: Rectangle, size: { width: number; height: number }): Rectangle {
  const width = Math.min(size.width, area.width)
  const height = Math.min(size.height, area.height)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height
  }
}

/** Bounds for a new window; `areas` are the usable parts of the screens, the main one first. */
export function fitWindow(kept: Rectangle | undefined, areas: readonly Rectangle[]): Rectangle {
  const [main = { x: 0, y: 0, ...usual }] = areas
  if (!kept) return centred(main, usual)
  const size = { width: Math.max(kept.width, smallest.width), height: Math.max(kept.height, smallest.height) }
  const bounds = { ...kept, ...size }
  return areas.some((area) => isReachable(bounds, area)) ? bounds : centred(main, size)
}

interface Placed {
  getNormalBounds(): Rectangle
  isMaximized(): boolean
}

export const rememberWindow = (settings: Settings, window: Placed): void =>
  settings.write('window', { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
