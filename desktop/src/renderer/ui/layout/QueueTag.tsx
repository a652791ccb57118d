// A queue by its colour and name.
import classes from './queue-tag.module.css'
import type { CSSProperties } from 'react'

interface QueueTagProps {
  queue: { name: string; color: string }
}

export function QueueTag({ queue }: QueueTagProps) {
  return (
    <span className={classes['tag']} style={{ '--queue': queue.color } as CSSProperties}>
      <span className={classes['name']}>{queue.name}</span>
    </span>
  )
}
