// The shape of a conversation whose ticket is on its way.
import { Skeleton } from '@mantine/core'
import classes from '../tickets-page.module.css'

export function PaneSkeleton() {
  return (
    <div className={classes['pane']} aria-hidden>
      <div className={classes['skeletonHead']}>
        <Skeleton circle height={36} />
        <div>
          <Skeleton height={12} width={160} mb={8} />
          <Skeleton height={9} width={110} />
        </div>
      </div>
      <div className={classes['skeletonBody']} />
      <div className={classes['skeletonFoot']}>
        <Skeleton height={14} width="40%" mb={22} />
        <Skeleton height={14} width={120} />
      </div>
    </div>
  )
}
