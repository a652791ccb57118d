// An excerpt of a message with what was found marked in it.
import type { Excerpt } from '#platform/text/excerpt.ts'
import classes from './message-search.module.css'

export function ExcerptText({ excerpt: { before, match, after } }: { excerpt: Excerpt }) {
  return (
    <>
      {before}
      {match !== '' && <mark className={classes['match']}>{match}</mark>}
      {after}
    </>
  )
}
