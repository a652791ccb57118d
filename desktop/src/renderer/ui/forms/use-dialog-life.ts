// The life of a dialog that is mounted when wanted: opens after mounting, leaves after its exit transition.
import { useEffect, useId, useRef, useState } from 'react'
import { create } from 'zustand'

interface DialogLife {
  opened: boolean
  /** Starts the exit; the parent hears of it when it is over. */
  close: () => void
  onExitTransitionEnd: () => void
  /** Of dialogs that lie over one another, Escape closes the uppermost alone. */
  closeOnEscape: boolean
}

/** Ids of the open dialogs, the uppermost last. */
const usePile = create<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Whether what is open here is the uppermost of what lies over one another, to which Escape belongs. */
export function useIsUppermost(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    usePile.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => usePile.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }))
  }, [isOpen, id])
  return usePile(({ ids }) => ids.at(-1) === id)
}

/** Milliseconds; longer than menus and dialogs take to give the focus back. */
const focusBack = 20

/** Mounting a dialog instead of hiding it gives every opening a fresh form and returns the focus where it was. */
export function useDialogLife(onClosed: () => void): DialogLife {
  const [opened, setOpened] = useState(false)
  const isUppermost = useIsUppermost(opened)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What had the focus before. */
  const opener = useRef<Element>(null)
  const open = () => {
    opener.current = document.activeElement
    setOpened(true)
  }
  useEffect(() => {
    // An entry of a menu is gone by the end, or is gone already: the dialog is to return the focus to the menu's button.
    const { activeElement } = document
    const isFromMenu = activeElement === document.body || activeElement?.closest('[role="menu"]')
    // The document alone says what had the focus, and the closed dialog has to be drawn first for it to come in by a transition.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!isFromMenu) open()
    const start = isFromMenu && setTimeout(open, focusBack)
    return () => {
      if (start) clearTimeout(start)
      clearTimeout(end.current)
      // Another dialog took this one's place, or a field took the focus while it opened: nobody has given it back.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [])
  return {
    opened,
    closeOnEscape: isUppermost,
    close: () => setOpened(false),
    // Without motion the exit takes no time, and a dialog that is unmounted at once returns the focus to nothing.
    onExitTransitionEnd: () => {
      end.current = setTimeout(onClosed, focusBack)
    }
  }
}
