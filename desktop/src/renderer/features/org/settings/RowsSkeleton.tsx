// Settings that are on their way, in the shape they will have.
import { Skeleton } from '@mantine/core'
import classes from './settings.module.css'

const widths = [38, 52, 30, 46, 34, 56, 42]

export function RowsSkeleton() {
  return (
    <div className={classes['page']} aria-hidden>
      {widths.map((width) => (
        <div key={width} className={classes['row']}>
          <Skeleton height={12} width={`${width}%`} radius="xl" />
          <Skeleton height={34} />
        </div>
      ))}
    </div>
  )
}
