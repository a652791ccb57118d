// Options are dragged to another place among their siblings; the keyboard has its own buttons for it.
import { useState, type DragEvent } from 'react'
import { create } from 'zustand'
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { indexOnDrop, type DropSide } from './option-tree.ts'

/** The option under way: the browser does not tell what is dragged before it is dropped. */
const useDragged = create<{ dragged: QueueOption | null }>(() => ({ dragged: null }))

function sideOf(event: DragEvent): DropSide {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  return event.clientY < top + height / 2 ? 'before' : 'after'
}

/** What a row needs to be dragged and to be dropped on; `drop` hears which option goes to which place. */
export function useOptionDrag(option: QueueOption, drop: (moved: QueueOption, place: number) => void) {
  const [over, setOver] = useState<DropSide | null>(null)
  /** What may be dropped here. */
  const welcome = () => {
    const { dragged } = useDragged.getState()
    return dragged && dragged.id !== option.id && dragged.parentId === option.parentId ? dragged : null
  }
  return {
    draggable: true,
    'data-over': over ?? undefined,
    onDragStart: (event: DragEvent) => {
      useDragged.setState({ dragged: option })
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', option.title)
    },
    onDragEnd: () => {
      useDragged.setState({ dragged: null })
      setOver(null)
    },
    onDragOver: (event: DragEvent) => {
      if (!welcome()) return
      event.preventDefault()
      setOver(sideOf(event))
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      setOver(null)
      const dragged = welcome()
      if (!dragged) return
      event.preventDefault()
      const place = indexOnDrop(dragged.option, option.option, sideOf(event))
      if (place !== dragged.option) drop(dragged, place)
    }
  }
}
