// A part of a side column: its title, the button that adds to it, and what is in it.
import type { ReactNode } from 'react'
import { Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { IconButton } from '#ui/layout/IconButton.tsx'
import classes from './simulator-page.module.css'

interface SectionProps {
  title: string
  addLabel?: string
  onAdd?: () => void
  /** Has a list in it that scrolls. */
  isTall?: boolean
  children: ReactNode
}

export function Section({ title, addLabel, onAdd, isTall = false, children }: SectionProps) {
  return (
    <section className={classes['section']} data-tall={isTall || undefined}>
      <div className={classes['head']}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {addLabel !== undefined && <IconButton label={addLabel} icon={IconPlus} size="md" onClick={onAdd} />}
      </div>
      {children}
    </section>
  )
}
