// The life of a dialog that is mounted when wanted: opens after mounting, leaves after its exit transition.
import { useEffect, useState } from 'react'

interface DialogLife {
  opened: boolean
  /** Starts the exit; the parent hears of it when it is over. */
  close: () => void
  onExitTransitionEnd: () => void
}

/** Mounting a dialog instead of hiding it gives every opening a fresh form and returns the focus where it was. */
export const useDialogLife = (onClosed: () => void): DialogLife => {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return { opened, close: () => setOpened(false), onExitTransitionEnd: onClosed }
}
