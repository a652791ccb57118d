// The task bar and the tray of Windows: the number comes back with the window, the icon follows the bar's own theme.
import { nativeImage, nativeTheme } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ShellActions } from '../window/app-menu.ts'
import { createStatusDisplay } from './status-display.ts'
import { memoryLog } from '../testing/memory-settings.ts'
import { speaker } from '../platform/texts.ts'

function onWindows(): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
  Object.defineProperty(process, 'platform', { ...own, value: 'win32' })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', own)
    vi.restoreAllMocks()
  })
}
function build() {
  const window = { setOverlayIcon: vi.fn() }
  const actions = { pausedUntil: () => null } as unknown as ShellActions
  const display = createStatusDisplay({
    say: speaker(() => 'pt'),
    icons: '/icons',
    actions,
    window: () => window as unknown as Electron.BrowserWindow,
    log: memoryLog()
  })
  return { display, window }
}

test('a window that comes up has its number in the task bar again', () => {
  onWindows()
  const { display, window } = build()
  display.setUnread(3)
  window.setOverlayIcon.mockClear()
  display.windowShown()
  expect(window.setOverlayIcon.mock.calls.map(([, words]) => words as string)).toEqual(['3 conversas não lidas'])
})

test('the icon in the tray follows the theme of the task bar', () => {
  onWindows()
  const read = vi.spyOn(nativeImage, 'createFromPath')
  Object.assign(nativeTheme, { shouldUseDarkColorsForSystemIntegratedUI: true })
  onTestFinished(() => void Object.assign(nativeTheme, { shouldUseDarkColorsForSystemIntegratedUI: false }))
  build()
  expect(read.mock.calls.map(([path]) => path).join()).toMatch(/tray-dark\.png/)
})
