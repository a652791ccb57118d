// The number of unread messages on a row or a card.
import classes from './count-badge.module.css'

interface CountBadgeProps {
  count: number
  /** What the number means, for those who hear it. */
  label: string
}

export function CountBadge({ count, label }: CountBadgeProps) {
  return (
    <span className={classes['badge']} aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
