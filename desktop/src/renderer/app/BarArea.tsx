// The bars above every screen. While a button or finger is down they keep their height: a bar that came or went between
// press and release would move the page, and the click would miss what was aimed at.
import { useRef, type ReactNode } from 'react'
import { useWindowEvent } from '@mantine/hooks'

/** Milliseconds after the release: of a finger, the click comes in a task of its own. */
const untilClick = 100

export function BarArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const setHeight = (height: string, overflow: string) => {
    if (area.current) Object.assign(area.current.style, { height, overflow })
  }
  const hold = () => {
    clearTimeout(timer.current)
    setHeight(`${area.current?.offsetHeight ?? 0}px`, 'hidden')
  }
  const release = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHeight('', ''), untilClick)
  }
  useWindowEvent('pointerdown', hold, { capture: true })
  useWindowEvent('pointerup', release, { capture: true })
  useWindowEvent('pointercancel', release, { capture: true })
  return (
    // It never shrinks in the column of the frame.
    <div ref={area} style={{ flex: 'none' }}>
      {children}
    </div>
  )
}
