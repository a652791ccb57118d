// Lets files be dropped anywhere on a conversation.
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { holdsFiles } from '#ui/conversation/writing.ts'
import { attach, mostFiles } from './attachments.store.ts'
import { setNoting } from './note-draft.store.ts'
import classes from './composer.module.css'

interface FileDropProps {
  ticketId: number
  canWrite: boolean
  className: string | undefined
  children: ReactNode
}

export function FileDrop({ ticketId, canWrite, className, children }: FileDropProps) {
  const { t } = useTranslation('composer')
  const [isOver, setOver] = useState(false)
  // Every part under the pointer tells of entering and leaving; only the outermost counts.
  const depth = useRef(0)
  const enter = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    depth.current++
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    if (!canWrite) return void notify.warning(t('dropRefused'), { autoClose: 5_000 })
    // A file goes to the customer: nobody is to take it for a part of a note.
    setNoting(ticketId, false)
    if (attach(ticketId, [...event.dataTransfer.files]) > 0) {
      notify.warning(t('tooManyFiles', { limit: mostFiles }), { autoClose: 6_000 })
    }
  }
  return (
    <div
      className={className}
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && <div className={classes['drop']}>{t(canWrite ? 'dropHere' : 'dropRefused')}</div>}
    </div>
  )
}
