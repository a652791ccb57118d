// A tag by a dot of its colour and its name, so that the text keeps its contrast.
import type { CSSProperties } from 'react'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import classes from './tags.module.css'

/** In a list of choices. */
export function TagName({ tag }: { tag: TagBrief }) {
  return (
    <span className={classes['choice']} style={{ '--tag': tag.color } as CSSProperties}>
      {tag.name}
    </span>
  )
}

export function TagChip({ tag }: { tag: TagBrief }) {
  return (
    <span className={classes['chip']} title={tag.name} style={{ '--tag': tag.color } as CSSProperties}>
      {tag.name}
    </span>
  )
}
